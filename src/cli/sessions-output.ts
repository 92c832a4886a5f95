/** What `letscode sessions` shows of conversations. */
import { realpathSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { UsageError } from "../errors.ts";
import { encodeLine } from "../framing/ndjson.ts";
import { systemErrorText } from "../system-errors.ts";
import { VERSION } from "../version.ts";
import type { Message } from "../wire/messages.ts";
import type { ActionSetting, WriteText } from "./session-action.ts";
import { sessionMarkdown } from "./session-markdown.ts";
import { sessionTable } from "./session-table.ts";
import { sessionText } from "./session-text.ts";
import { shown } from "./shown.ts";

/** `list`: for people, or as a JSON array of rows, one per line. */
export async function listSessions({
  store,
  flags,
  options,
  log,
  redactor,
  write,
}: ActionSetting): Promise<void> {
  const json = choice("--output", flags.output, ["json", "text"]) === "json";
  const rows = await store.list({ all: flags.all, limit: limitOf(flags.limit) });
  if (json) return write(redactor.text(`[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`));
  if (rows.length === 0)
    return log.report(
      flags.all
        ? "there is no conversation yet"
        : `there is no conversation of ${options.cwd} yet; --all lists those of other folders`,
    );
  await write(
    redactor.text(sessionTable(rows, { folders: flags.all === true, width: process.stdout.columns })),
  );
}

/** `show`: as text on stdout, or as a page in a file. */
export async function showSession({
  store,
  names: [name = ""],
  flags,
  log,
  redactor,
  write,
}: ActionSetting): Promise<void> {
  const { header, messages, notices } = await store.read(name);
  for (const notice of notices) log.report(notice);
  if (flags.html === undefined) {
    for (const piece of sessionText(header, messages)) await write(redactor.text(piece));
    return;
  }
  const { conversationPage } = await import("../page/conversation-page.ts");
  const page = await conversationPage({
    ...header,
    letscode: VERSION,
    messages: messages.map((message): Message => JSON.parse(redactor.line(message, encodeLine))),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  await toFile(flags.html, store.file(name), write, (put) => put(page));
}

/** `export`: the lines of the file that can be read, or a document. */
export async function exportSession({
  store,
  names: [name = "", file = "-"],
  flags,
  log,
  redactor,
  write,
}: ActionSetting): Promise<void> {
  const format = choice("--output", flags.output, ["json", "markdown"]) ?? "json";
  if (format === "markdown") {
    const { header, messages, notices } = await store.read(name);
    for (const notice of notices) log.report(notice);
    return toFile(file, store.file(name), write, async (put) => {
      for (const piece of sessionMarkdown(header, messages)) await put(redactor.text(piece));
    });
  }
  await toFile(file, store.file(name), write, async (put) => {
    for await (const line of store.lines(name)) await put(redactor.line(JSON.parse(line), encodeLine));
  });
}

/**
 * Writes to a file for its owner only, which it replaces, or to stdout for `-`. Nothing is made when there is nothing; what
 * is no file, and the conversation's own one, is left alone.
 */
async function toFile(
  path: string,
  source: string,
  write: WriteText,
  work: (put: WriteText) => Promise<void>,
): Promise<void> {
  if (path === "-") return work(write);
  const file = resolve(path);
  const there = statSync(file, { throwIfNoEntry: false });
  if (there && !there.isFile()) throw new UsageError(`cannot write ${file}: it is no regular file`);
  if (there && realpathSync(file) === source)
    throw new UsageError(`cannot write ${file}: it is the conversation itself; name another file`);
  let handle: Awaited<ReturnType<typeof open>> | undefined;
  try {
    await work(async (text) => {
      if (!handle) {
        handle = await open(file, "w", 0o600);
        await handle.chmod(0o600);
      }
      await handle.appendFile(text);
    });
  } catch (thrown) {
    if (thrown instanceof UsageError) throw thrown;
    throw new UsageError(`cannot write ${file}: ${systemErrorText(thrown)}`);
  } finally {
    await handle?.close();
  }
}

function choice(flag: string, value: string | undefined, choices: readonly string[]): string | undefined {
  if (value === undefined || choices.includes(value)) return value;
  throw new UsageError(`${flag}: expected ${choices.join(" or ")}, got ${shown(value)}`);
}

function limitOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError(`--limit: expected a whole number from 1, got ${shown(text)}`);
}
