import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { LetscodeClient } from "../../src/client/client.ts";
import type { ClientOptions } from "../../src/client/client-options.ts";
import { LETSCODE } from "../process/letscode.ts";

/** The built letscode, listening; ended when the test is over. */
async function serve(at: "127.0.0.1:0" | "unix") {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "letscode-serve-")));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const listen = at === "unix" ? `unix:${join(home, "socket")}` : at;
  const words = [LETSCODE, "serve", "--listen", listen, "--token-env", "TOKEN", "--model", "demo"];
  const env = { PATH: process.env.PATH, HOME: home, TOKEN: "open-sesame-open-sesame" };
  const child = spawn(process.execPath, words, { cwd: home, env, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  });
  child.stderr.resume();
  const [line] = await once(child.stdout, "data");
  const url = /^letscode listening on (.*)\n$/.exec(String(line))?.[1] ?? `no address: ${line}`;
  return { child, url, home };
}

function connect(url: string, options: ClientOptions = {}) {
  const client = new LetscodeClient({ url, token: "open-sesame-open-sesame", ...options });
  onTestFinished(() => client.close());
  return client;
}

describe.each(["127.0.0.1:0", "unix"] as const)("a letscode that listens on %s", (at) => {
  test("has many clients, each with its own sessions", async () => {
    const { url } = await serve(at);
    const texts = await Promise.all(
      [1, 2, 3].map(async (n) => {
        const session = await connect(url).createSession({ permissions: "read-only" });
        return (await session.sendAndWait(`demo:text ${2 * n}`)).text;
      }),
    );
    expect(texts.map((text) => / ?((?:\d ?)+)$/.exec(text)?.[1]?.trim())).toEqual(["1", "1 2", "1 2 3"]);
  });

  test("hears only who knows the token", async () => {
    const { url } = await serve(at);
    await expect(connect(url, { token: "wrong" }).start()).rejects.toMatchObject({
      data: { code: "unauthorized" },
    });
    await connect(url).start();
  });

  test("goes on with a run whose client left, which another one takes up without losing an event", async () => {
    const { url, home } = await serve(at);
    const first = connect(url);
    const session = await first.createSession({ permissions: "allow" });
    let last = 0;
    const watch = session.watch();
    const held = 'demo:tool bash {"command":"until [ -e go ]; do sleep 0.02; done"}';
    const run = session.send(`demo:text 50\n${held}\ndemo:text 100`);
    for await (const { seq, event } of watch) {
      last = seq;
      if (event.type === "message_update") break;
    }
    await first.close();
    await expect(run.result).rejects.toThrow("the client was closed");

    const again = await connect(url).resumeSession(session.id, { permissions: "allow" });
    writeFileSync(join(home, "go"), "");
    const seqs: number[] = [];
    for await (const { seq, event } of again.watch({ after: last })) {
      seqs.push(seq);
      if (event.type === "agent_end") break;
    }
    expect(seqs[0]).toBe(last + 1);
    expect((await again.messages()).map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool_result",
      "assistant",
    ]);
  });

  test("is missed by name when it dies", async () => {
    const { url, child } = await serve(at);
    const client = connect(url);
    const session = await client.createSession({ permissions: "allow" });
    const run = session.send("demo:hold");
    for await (const { type } of run) if (type === "turn_start") break;
    child.kill("SIGKILL");
    await expect(run.result).rejects.toThrow(`letscode at ${url}: `);
    await expect(client.ping()).rejects.toThrow(`letscode at ${url}: `);
  });
});
