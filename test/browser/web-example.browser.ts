import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { processesOf, within } from "../process/alive.ts";
import { startChromium } from "./open-page.ts";

const program = fileURLToPath(new URL("../../examples/web/server.mjs", import.meta.url));

let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
});
afterAll(() => browser.close());

/** The example's server in a folder of its own, on the built-in demo model. */
async function startServer() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "letscode-web-")));
  const work = join(folder, "work");
  mkdirSync(work);
  const env = { PATH: process.env.PATH, HOME: folder };
  const child = spawn(process.execPath, [program, "--model", "demo"], {
    cwd: work,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(async () => {
    child.kill();
    await within(10_000, "letscode is gone", () => processesOf(folder).length === 0);
    rmSync(folder, { recursive: true, force: true });
  });
  const [line] = await once(child.stdout, "data");
  return { url: String(line).trim(), work };
}

/** The page, open, and whatever went wrong in it. */
async function openPage(url: string) {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const trouble: string[] = [];
  page.on("console", (message) => trouble.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => trouble.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    trouble.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (asked) => {
    if (!asked.url().startsWith(url) && !asked.url().startsWith("data:")) trouble.push(asked.url());
  });
  await page.goto(url);
  const ready = () => page.locator("#state", { hasText: "ready" }).waitFor();
  await ready();
  const send = async (text: string) => {
    await page.getByLabel("What shall it do?").fill(text);
    await page.getByRole("button", { name: "Send" }).click();
  };
  return { page, trouble, send, ready };
}

describe("the page of examples/web", () => {
  test("shows a run as it comes, and again when it is loaded again", async () => {
    const { url, work } = await startServer();
    writeFileSync(join(work, "notes.md"), "# Plans\n");
    const { page, trouble, send, ready } = await openPage(url);
    await send("What is in notes.md?");
    await page.locator(".assistant", { hasText: "notes.md: 1 line" }).waitFor();
    await ready();
    const shown = () => page.locator("#log > *").allTextContents();
    const first = await shown();
    expect(first[0]).toBe("What is in notes.md?");
    expect(first.filter((text) => text.startsWith("✓ read"))).toEqual(['✓ read {"path":"notes.md"}']);
    await page.reload();
    await page.locator(".assistant", { hasText: "notes.md: 1 line" }).waitFor();
    expect(await shown()).toEqual(first);
    expect(trouble).toEqual([]);
  });

  test("shows whatever anybody says as text", async () => {
    const { url, work } = await startServer();
    const attack = `<img src=x onerror=alert(1)><script>alert(2)</script>`;
    writeFileSync(join(work, "notes.md"), `# ${attack}\n`);
    const { page, trouble, send, ready } = await openPage(url);
    await send(`What is in notes.md? ${attack}`);
    await page.locator(".assistant", { hasText: attack }).waitFor();
    await ready();
    expect(await page.locator(".user").first().textContent()).toBe(`What is in notes.md? ${attack}`);
    expect(await page.locator("main img, main script").count()).toBe(0);
    expect(trouble).toEqual([]);
  });

  test("asks before anything is written, and does as it is told", async () => {
    const { url, work } = await startServer();
    const { page, trouble, send, ready } = await openPage(url);
    for (const [answer, name] of [
      ["Deny", "no.txt"],
      ["Allow", "yes.txt"],
    ] as const) {
      await send(`demo:tool write {"path":"${name}","content":"hello"}`);
      await page.locator(".question", { hasText: name }).waitFor();
      expect(existsSync(join(work, name))).toBe(false);
      await page.getByRole("button", { name: answer }).click();
      await page.locator(".question").waitFor({ state: "detached" });
      await ready();
      expect(existsSync(join(work, name))).toBe(answer === "Allow");
    }
    expect(trouble).toEqual([]);
  });

  test("stops a run", async () => {
    const { url } = await startServer();
    const { page, send, ready } = await openPage(url);
    await send("demo:hold");
    await page.getByRole("button", { name: "Stop" }).click();
    await page.locator(".tool", { hasText: "stopped" }).waitFor();
    await ready();
  });

  test("is the only one that the server hears", async () => {
    const { url } = await startServer();
    const ask = (headers: Record<string, string>) =>
      new Promise((resolve) => {
        const asked = request(`${url}/send`, { method: "POST", headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        asked.end('{"text":"demo:text 5"}');
      });
    expect(await ask({ origin: "http://evil.example" })).toBe(403);
    expect(await ask({})).toBe(403);
    expect(await ask({ origin: url, host: "evil.example" })).toBe(421);
    expect(await ask({ origin: url })).toBe(204);
  });
});
