import { describe, expect, test } from "vitest";
import { answer, content } from "../loopback/chunks.ts";
import { CLOSE, jsonReply } from "../loopback/provider-server.ts";
import { AT_REST, SIZES, setScene } from "./scene.ts";

const HINT = "(press 'r' to retry)";
const failing = (status: number, message: string) => jsonReply(status, { error: { message } });

describe.each(SIZES)("in a window of %i×%i", (columns, rows) => {
  test("a retry is a grey line, and its seconds are counted down", async () => {
    const { server, open } = await setScene();
    server.reply(failing(429, "slow down"), answer("Yes."));
    const terminal = await open({ columns, rows, args: ["--retry-base-delay", "1.6"] });
    terminal.type("hello\r");
    await terminal.shows(/. attempt 2 of 3 in 2 s · Esc stops/);
    await terminal.shows(/. attempt 2 of 3 in 1 s · Esc stops/);
    await terminal.shows("Yes.");
    await terminal.shows(AT_REST);
    expect(terminal.raw()).toContain("\u001b[2m↻ attempt 2 of 3 in 1.6 s:");
    const lines = terminal.everything().replace(/\n {2}/g, " ");
    expect(lines).toMatch(/↻ attempt 2 of 3 in 1\.6 s: .*HTTP 429: slow down\n\nYes\.\n/);
    expect(lines).not.toContain("Esc stops");
  });

  test("'r' after a failure that may pass runs again, and the message is said once", async () => {
    const { server, open, prompts } = await setScene();
    server.reply(failing(500, "the server is on fire"));
    const terminal = await open({ columns, rows, args: ["--max-retries", "0"] });
    terminal.type("hello\r");
    await terminal.shows(`${HINT}\n\n${AT_REST}`);
    expect(terminal.everything().replace(/\s+/g, " ")).toContain("on fire");
    server.reply(failing(500, "still on fire"));
    terminal.type("r");
    await terminal.shown(/still\s+on\s+fire/);
    await terminal.shows(`${HINT}\n\n${AT_REST}`);
    server.reply(answer("It works now."));
    terminal.type("r");
    await terminal.shows("It works now.");
    await terminal.shows(AT_REST);
    expect(prompts()).toEqual([["hello"], ["hello"], ["hello"]]);
    expect(terminal.everything().match(/> hello/g)).toEqual(["> hello"]);
    server.reply(answer("Two."));
    terminal.type("r\r");
    await terminal.shows("Two.");
    expect(prompts()[3]).toEqual(["hello", "r"]);
  });

  test("'r' after an answer that broke off leaves its half out of what the model sees", async () => {
    const { server, open } = await setScene();
    server.reply([content("Half an ans"), CLOSE]);
    const terminal = await open({ columns, rows, args: ["--max-retries", "0"] });
    terminal.type("hello\r");
    await terminal.shows(HINT);
    expect(terminal.everything()).toContain("Half an ans\n");
    server.reply(answer("A whole one."));
    terminal.type("r");
    await terminal.shows("A whole one.");
    const said = server.requests[1]?.json.messages.filter(({ role }: { role: string }) => role !== "system");
    expect(said).toEqual([{ role: "user", content: "hello" }]);
  });
});

test("Esc ends the pause before a retry at once", async () => {
  const { server, open, prompts } = await setScene();
  server.reply(failing(503, "busy"), answer("Again."));
  const terminal = await open({ args: ["--retry-base-delay", "60", "--retry-max-delay", "60"] });
  terminal.type("hello\r");
  await terminal.shows("in 60 s · Esc");
  terminal.type("\u001b");
  await terminal.shows(/stopped\s+> ask/);
  terminal.type("more\r");
  await terminal.shows("Again.");
  expect(prompts()).toEqual([["hello"], ["hello", "more"]]);
});

test("a word that begins with r is a prompt, whatever has failed before", async () => {
  const { server, open, prompts } = await setScene();
  server.reply(failing(500, "on fire"));
  const terminal = await open({ args: ["--max-retries", "0"] });
  terminal.type("one\r");
  await terminal.shows(`${HINT}\n\n${AT_REST}`);
  server.reply(answer("It runs."));
  terminal.type("r");
  terminal.type("un it");
  await terminal.shows("> run it\n");
  terminal.type("\r");
  await terminal.shows("It runs.");
  expect(prompts()).toEqual([["one"], ["one", "run it"]]);
});

test("'r' is a letter in a draft, and after a failure that will not pass", async () => {
  const { server, open, prompts } = await setScene();
  server.reply(failing(401, "no such key"), failing(500, "on fire"));
  const terminal = await open({ args: ["--max-retries", "0"] });
  terminal.type("one\r");
  await terminal.shows(/no such\s+key[\s\S]*> ask/);
  expect(terminal.everything()).not.toContain(HINT);
  terminal.type("r");
  await terminal.shows("> r\n");
  terminal.type("ead\r");
  await terminal.shows(`${HINT}\n\n${AT_REST}`);
  terminal.type("more");
  await terminal.shows("> more\n");
  server.reply(answer("Good."));
  terminal.type("r\r");
  await terminal.shows("Good.");
  expect(prompts().at(-1)).toEqual(["one", "read", "morer"]);
});
