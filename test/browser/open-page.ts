/** Pages in a real Chromium. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { findChromium } from "../../scripts/test/find-chromium.mjs";
import { conversationPage, type PageInput } from "../../src/page/conversation-page.ts";
import type { Message } from "../../src/wire/messages.ts";
import { START } from "../page/sample-conversation.ts";

const ARGUMENTS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts the browser; whoever starts it closes it. */
export function startChromium(): Promise<Browser> {
  const executablePath = findChromium(process.env.PATH);
  if (executablePath === undefined) throw new Error("no chromium, chromium-browser or google-chrome on PATH");
  return chromium.launch({ executablePath, args: ARGUMENTS });
}

/** A page, and what it did beside being shown. */
export interface OpenPage {
  page: Page;
  /** What the console (also of what the content security policy refused), dialogs, errors and requests told. */
  trouble: string[];
}

/** Opens a conversation from a file of its own, which is gone when the test is. */
export async function openPage(
  browser: Browser,
  messages: readonly Message[],
  { input = {}, ...options }: BrowserContextOptions & { input?: Partial<PageInput> } = {},
): Promise<OpenPage> {
  const folder = mkdtempSync(join(tmpdir(), "letscode-page-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "conversation.html");
  const about = { id: "20251129-140000-ab12", cwd: "/home/ada/calendar", created: START, letscode: "1.2.3" };
  writeFileSync(file, await conversationPage({ ...about, messages, ...input }));

  const context = await browser.newContext({ viewport: { width: 1000, height: 900 }, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const trouble: string[] = [];
  page.on("console", (message) => trouble.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => trouble.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    trouble.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const own = pathToFileURL(file).href;
  page.on("request", (request) => {
    const url = request.url();
    if (url !== own && !url.startsWith("data:")) trouble.push(`request: ${url}`);
  });
  page.on("popup", (popup) => trouble.push(`popup: ${popup.url()}`));
  await page.goto(own);
  return { page, trouble };
}

/** Opens every fold. */
export async function openFolds(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll("details")) fold.open = true;
  });
}
