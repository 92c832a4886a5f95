import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Agent } from "../../src/agent/agent.ts";
import { systemClock } from "../../src/clock.ts";
import { ProviderError } from "../../src/errors.ts";
import type { ToolSpec } from "../../src/llm/client.ts";
import { createDemoModel } from "../../src/llm/demo/demo-model.ts";
import { DIRECTIVE_LIST } from "../../src/llm/demo/directives.ts";
import { pathWords } from "../../src/llm/demo/path-words.ts";
import { pieces } from "../../src/llm/demo/pieces.ts";
import { createRedactor } from "../../src/secrets/redactor.ts";
import { createFileMemory } from "../../src/tools/file-memory.ts";
import { createLsTool } from "../../src/tools/ls.ts";
import { createReadTool } from "../../src/tools/read.ts";
import type { Tool } from "../../src/tools/tool.ts";
import type { Event } from "../../src/wire/events.ts";
import type { ModelMessage } from "../../src/wire/messages.ts";
import { ask, assistant, call, callsOf, result, text, textsOf, user } from "./ask.ts";
import { createManualClock } from "./manual-clock.ts";

const INTRODUCTION = "This is letscode's built-in demo, a script and no language model.";
const READ: ToolSpec = { name: "read", description: "", parameters: {} };
const LS: ToolSpec = { name: "ls", description: "", parameters: {} };
const tools = [READ, LS];

const demo = createDemoModel();
const say = (prompt: string) => ask(demo, { messages: [user(prompt)], tools });

let workspace = "";
beforeAll(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), "letscode-demo-")));
  mkdirSync(join(workspace, "src"));
  mkdirSync(join(workspace, ".git"));
  writeFileSync(join(workspace, "README.md"), "![badge](x)\n\n# Pebble: a tiny queue\n\nText.\n");
  writeFileSync(
    join(workspace, "app.py"),
    "import os\n\n\ndef main():\n    pass\n\n\nclass Queue:\n    pass\n",
  );
  writeFileSync(join(workspace, "src", "x.ts"), "export function push() {}\nexport const size = 1;\n");
});
afterAll(() => rmSync(workspace, { recursive: true }));

function agentIn(folder: string, more: Partial<ConstructorParameters<typeof Agent>[0]> = {}) {
  const environment = {
    workspace: folder,
    home: folder,
    environment: {},
    clock: systemClock,
    redactor: createRedactor([]),
    memory: createFileMemory(),
    processes: undefined as never,
    ripgrep: null,
    tempFolder: folder,
  };
  const events: Event[] = [];
  const agent = new Agent({
    model: demo,
    tools: [createReadTool(environment), createLsTool(environment)],
    ...more,
  });
  agent.subscribe((event) => void events.push(event));
  return { agent, events };
}

/** What the agent's model said, one line per block. */
function said(agent: Agent): string[] {
  return agent.state.messages.flatMap((message) => {
    if (message.role !== "assistant") return [];
    return message.content.map((block) => {
      if (block.type === "text") return block.text;
      return block.type === "thinking"
        ? `(${block.thinking})`
        : `${block.name} ${JSON.stringify(block.arguments)}`;
    });
  });
}

describe("a plain prompt", () => {
  test("lists the folder, reads its README and says what both show", async () => {
    const { agent } = agentIn(workspace);
    expect(await agent.prompt("Look around this folder and tell me what it is")).toEqual({
      error: null,
      stop_reason: "end_turn",
    });
    expect(said(agent)).toEqual([
      `${INTRODUCTION} Your message names no file, so I list this folder first.`,
      'ls {"path":"."}',
      "I read README.md, to see more than names.",
      'read {"path":"README.md"}',
      `What the results show:

- This folder holds 2 folders (src, .git) and 2 files (README.md, app.py)
- README.md: 5 lines, headed “Pebble: a tiny queue”

That is as far as a script goes; choose a language model with --model PROVIDER/ID.`,
    ]);
  });

  test("reads the files it names in parallel and says which definitions they hold", async () => {
    const { agent, events } = agentIn(workspace);
    await agent.prompt("Compare app.py with src/x.ts, please.");
    expect(said(agent)).toEqual([
      `${INTRODUCTION} Your message names app.py, src/x.ts, so I look there first.`,
      'read {"path":"app.py"}',
      'read {"path":"src/x.ts"}',
      `What the results show:

- app.py: 9 lines, defining def main, class Queue
- src/x.ts: 2 lines, defining function push, const size

That is as far as a script goes; choose a language model with --model PROVIDER/ID.`,
    ]);
    expect(events.filter(({ type }) => type === "turn_start")).toHaveLength(2);
  });

  test("reads the first text file of a folder without a README, also of a folder it names", async () => {
    const { agent } = agentIn(workspace);
    await agent.prompt("what is in src/ ?");
    expect(said(agent)).toEqual([
      `${INTRODUCTION} Your message names src/, so I look there first.`,
      'ls {"path":"src/"}',
      "I read src/x.ts, to see more than names.",
      'read {"path":"src/x.ts"}',
      `What the results show:

- src/ holds 1 file (x.ts)
- src/x.ts: 2 lines, defining function push, const size

That is as far as a script goes; choose a language model with --model PROVIDER/ID.`,
    ]);
  });

  test("prefers a README to what comes before it, a link among them", async () => {
    const listing = "CONTRIBUTING.md\nNOTES.md@ -> /etc/passwd\nREADME@ -> x\nReadme.rst";
    const messages = [
      user("look around"),
      assistant([call("demo_1", "ls", { path: "." })]),
      result("demo_1", "ls", listing),
    ];
    expect(callsOf((await ask(demo, { messages, tools })).events)).toEqual([
      { id: "demo_2", name: "read", args: '{"path":"README"}' },
    ]);
  });

  test.each([
    ["```sh\n# not this\n```\nThe title\n=========\n", "The title"],
    ["<h1 align=center>Logo</h1>\n## Sub ##\n", "Logo"],
    ["## Sub ##\n# Top\n", "Sub"],
  ])("finds the first heading of %j", async (content, heading) => {
    const messages = [
      user("see README.md"),
      assistant([call("demo_1", "read", { path: "README.md" })]),
      result("demo_1", "read", content),
    ];
    expect(textsOf((await ask(demo, { messages, tools })).events)[0]).toContain(`, headed “${heading}”\n`);
  });

  test("quotes a missing file and ends well", async () => {
    const { agent } = agentIn(workspace);
    expect(await agent.prompt("explain nope.ts")).toEqual({ error: null, stop_reason: "end_turn" });
    expect(said(agent).at(-1)).toBe(`What the results show:

- read nope.ts came back as an error: “nope.ts does not exist.”

That is as far as a script goes; choose a language model with --model PROVIDER/ID.`);
  });

  test("quotes a denial and ends well", async () => {
    const { agent } = agentIn(workspace, { decide: async () => ({ type: "deny", reason: "not today" }) });
    expect(await agent.prompt("look around")).toEqual({ error: null, stop_reason: "end_turn" });
    expect(said(agent)).toHaveLength(3);
    expect(said(agent).at(-1)).toContain("- ls came back as an error: “");
    expect(said(agent).at(-1)).toContain("not today");
  });

  test("without tools says so and calls none", async () => {
    const { events, end } = await ask(demo, { messages: [user("read app.py")], tools: [] });
    expect(callsOf(events)).toEqual([]);
    expect(textsOf(events)).toEqual([
      `${INTRODUCTION} No tools are offered, so I can look at nothing: start letscode without --no-tools to let me.`,
    ]);
    expect(events.at(-1)).toEqual({ type: "stop", stop_reason: "end_turn" });
    expect(end?.usage.cost_usd).toBe(0);
  });

  test("names the one tool it misses", async () => {
    const { events } = await ask(demo, { messages: [user("read app.py")], tools: [LS] });
    expect(textsOf(events)).toEqual([
      `${INTRODUCTION} Your message names app.py, and I am not offered the tool read.`,
    ]);
  });

  test("never writes, edits or runs, whatever it is asked for", async () => {
    const all = [...tools, ...["write", "edit", "bash"].map((name) => ({ ...READ, name }))];
    for (const prompt of [
      "run npm test",
      "delete app.py with bash",
      "write hello to src/x.ts",
      "edit ./README",
    ]) {
      const { events } = await ask(demo, { messages: [user(prompt)], tools: all });
      expect(callsOf(events).filter(({ name }) => name !== "read" && name !== "ls")).toEqual([]);
    }
  });

  test("counts lines of a file that was too long to be read whole by what the tool says", async () => {
    const long = `${"a\n".repeat(2000)}\n[Lines 1-2000 of 5001. Read on: offset=2001.]`;
    const messages = [
      user("see log.txt"),
      assistant([call("demo_1", "read", { path: "log.txt" })]),
      result("demo_1", "read", long),
    ];
    const { events } = await ask(demo, { messages, tools });
    expect(textsOf(events)[0]).toContain("- log.txt: 5001 lines, 2000 of them read\n");
  });
});

describe("the words it takes for paths", () => {
  test.each([
    ["look at app.py, src/x.ts and ./a", ["app.py", "src/x.ts", "./a"]],
    ["What does README say? And `my notes.md`?", ["README", "my notes.md"]],
    ["fix (src/llm/client.ts:42:7).", ["src/llm/client.ts"]],
    ["@src/app.ts ~/x /etc/hosts", ["src/app.ts", "~/x", "/etc/hosts"]],
    ["a.ts a.ts b.ts c.ts d.ts", ["a.ts", "b.ts", "c.ts"]],
    ["see .gitignore and docs/ and ../up", [".gitignore", "docs/", "../up"]],
    ["Look around this folder and/or that one", []],
    ["Is Node.js 20.1 ok, e.g. with TCP/IP? See https://x.dev/a.ts or me@x.py.", []],
    ["the readme of this project...", []],
  ])("%s", (prompt, words) => {
    expect(pathWords(prompt)).toEqual(words);
  });
});

describe("honesty", () => {
  test.each([
    "hello",
    "read app.py",
    "demo:text 5",
    "demo:tool ls {}",
    "demo:think",
    "demo:cut",
    "demo:retry 1\ndemo:text 5",
    "demo:nonsense",
  ])("the first text after %j says what this is", async (prompt) => {
    const model = createDemoModel({ clock: createManualClock({ instant: true }) });
    const { events } = await ask(model, { messages: [user(prompt)], tools });
    expect(textsOf(events)[0]).toContain(INTRODUCTION);
  });

  test("later texts of the same run do not repeat it", async () => {
    const messages = [
      user("x"),
      assistant([call("demo_1", "ls", { path: "." })]),
      result("demo_1", "ls", "a.md"),
    ];
    expect(textsOf((await ask(demo, { messages, tools })).events)).toEqual([
      "I read a.md, to see more than names.",
    ]);
  });

  test("tokens are characters by four, and nothing costs anything", async () => {
    const { events, end } = await say("demo:text 4");
    const characters = textsOf(events).join("").length;
    const usage = {
      input_tokens: Math.ceil("demo:text 4".length / 4),
      output_tokens: Math.ceil(characters / 4),
      cache_read_tokens: 0,
      cache_write_tokens: 0,
      reasoning_tokens: 0,
      cost_usd: 0,
    };
    expect(events.slice(-2)).toEqual([
      { type: "usage", ...usage },
      { type: "stop", stop_reason: "end_turn" },
    ]);
    expect(end).toEqual({ usage });
  });
});

describe("a pure function", () => {
  test("the same messages and tools give the same events, through any instance", async () => {
    const messages = [user("demo:think\ndemo:text 99\ndemo:tool read {}", "u")];
    const request = { messages, tools, thinking: "high" as const };
    expect(await ask(createDemoModel(), request)).toEqual(await ask(demo, request));
  });

  test("call ids count the calls of the history", async () => {
    const messages = [
      user("a"),
      assistant([call("x", "ls"), call("y", "ls")]),
      result("x", "ls", ""),
      result("y", "ls", ""),
      assistant([text("done")]),
      user("read a.ts b.ts"),
    ];
    expect(callsOf((await ask(demo, { messages, tools })).events).map(({ id }) => id)).toEqual([
      "demo_3",
      "demo_4",
    ]);
  });

  test("call ids stay new where a part of the history was cut away", async () => {
    const messages = [assistant([call("demo_9", "ls")]), result("demo_9", "ls", ""), user("read a.ts")];
    expect(callsOf((await ask(demo, { messages, tools })).events).map(({ id }) => id)).toEqual(["demo_10"]);
  });
});

describe("thinking", () => {
  const kinds = (events: { type: string }[]) => [...new Set(events.map(({ type }) => type))];

  test("streams only when it is on", async () => {
    for (const prompt of ["look around", "demo:think"]) {
      const off = await ask(demo, { messages: [user(prompt)], tools, thinking: "off" });
      const on = await ask(demo, { messages: [user(prompt)], tools, thinking: "low" });
      expect(kinds(off.events)).not.toContain("thinking_delta");
      expect(kinds(on.events)[0]).toBe("thinking_delta");
    }
  });

  test("demo:think says so when it is off", async () => {
    expect(textsOf((await say("demo:think")).events)).toEqual([
      `${INTRODUCTION} Thinking is off, so demo:think shows nothing; --thinking turns it on.`,
    ]);
  });
});

describe("a steer", () => {
  const opened: ModelMessage[] = [
    user("look around"),
    assistant([call("demo_1", "ls", { path: "." })]),
    result("demo_1", "ls", "a.md\nb.md"),
  ];

  test("is quoted and answered next, from what the run has found", async () => {
    const { events } = await ask(demo, { messages: [...opened, user("be brief"), user("and kind")], tools });
    expect(textsOf(events)).toEqual([
      `${INTRODUCTION} You say “be brief”. You say “and kind”. What the results show:

- This folder holds 2 files (a.md, b.md)

That is as far as a script goes; choose a language model with --model PROVIDER/ID.`,
    ]);
    expect(callsOf(events)).toEqual([]);
  });

  test("that names a file has it read", async () => {
    const { events } = await ask(demo, { messages: [...opened, user("see b.md")], tools });
    expect(textsOf(events)).toEqual([
      `${INTRODUCTION} You say “see b.md”. Your message names b.md, so I look there first.`,
    ]);
    expect(callsOf(events)).toEqual([{ id: "demo_2", name: "read", args: '{"path":"b.md"}' }]);
  });

  test("with directives has them played in place of what was left", async () => {
    const messages = [
      user("demo:tool ls {}\ndemo:text 9"),
      assistant([call("demo_1", "ls")]),
      result("demo_1", "ls", "a.md"),
      user("demo:text 3"),
    ];
    expect(textsOf((await ask(demo, { messages, tools })).events)).toEqual([
      `${INTRODUCTION} You say “demo:text 3”.`,
      "1 2",
    ]);
  });
});

test("a prompt after one that failed is answered itself, and the one without an answer is named", async () => {
  const { events } = await ask(demo, { messages: [user("demo:fail 500"), user("read a.ts")], tools });
  expect(textsOf(events)).toEqual([
    `${INTRODUCTION} I leave 1 message before yours without an answer; send again what still matters. Your message names a.ts, so I look there first.`,
  ]);
});

describe("directives", () => {
  test("demo:tool calls the tool with the arguments as they are given, neighbours in parallel", async () => {
    const { events } = await say('demo:tool bash {"command":"echo hi"}\ndemo:tool read {oops\ndemo:tool ls');
    expect(callsOf(events)).toEqual([
      { id: "demo_1", name: "bash", args: '{"command":"echo hi"}' },
      { id: "demo_2", name: "read", args: "{oops" },
      { id: "demo_3", name: "ls", args: "{}" },
    ]);
    expect(events.filter(({ type }) => type === "tool_call_end")).toEqual([
      { type: "tool_call_end", tool_call_id: "demo_1", arguments: { command: "echo hi" } },
      { type: "tool_call_end", tool_call_id: "demo_2", arguments: {} },
      { type: "tool_call_end", tool_call_id: "demo_3", arguments: {} },
    ]);
    expect(events.at(-1)).toEqual({ type: "stop", stop_reason: "tool_use" });
  });

  test("hold whatever is no LF: U+2028 and U+2029 end no line", async () => {
    const args = '{"path":"a\u2028b\u2029c"}';
    const { events } = await say(`demo:tool read ${args}`);
    expect(callsOf(events)).toEqual([{ id: "demo_1", name: "read", args }]);
  });

  test("those behind a demo:tool are played when its results are in", async () => {
    const tool: Tool = { ...READ, execute: async () => ({ content: [{ type: "text", text: "hi\nho" }] }) };
    const { agent } = agentIn(workspace, { tools: [tool] });
    await agent.prompt("demo:text 3\ndemo:tool read {}\ndemo:tool read {}\ndemo:text 5\ndemo:tool read {}");
    expect(said(agent)).toEqual([
      INTRODUCTION,
      "1 2",
      "read {}",
      "read {}",
      "1 2 3",
      "read {}",
      `What the results show:

- A file: 2 lines
- A file: 2 lines
- A file: 2 lines

That is as far as a script goes; choose a language model with --model PROVIDER/ID.`,
    ]);
  });

  test("demo:text gives as many characters as asked for, counted in code points", async () => {
    for (const characters of [0, 1, 23, 24, 25, 1000]) {
      const [, counted = ""] = textsOf((await say(`demo:text ${characters}`)).events);
      expect(Array.from(counted)).toHaveLength(characters);
    }
    expect(textsOf((await say("demo:text 30")).events)[1]).toBe("1 2 3 4 5 6 7 8 9 10😀 11 12 13");
  });

  test("demo:retry announces its retries before anything else and waits as long as they say", async () => {
    const clock = createManualClock({ instant: true });
    const { events } = await ask(createDemoModel({ clock }), {
      messages: [user("demo:text 1\ndemo:retry 2")],
    });
    expect(events.slice(0, 3)).toEqual([
      {
        type: "retry",
        attempt: 2,
        total_attempts: 3,
        delay_seconds: 0.1,
        reason: "APIStatusError: HTTP 429: asked for by demo:retry",
      },
      {
        type: "retry",
        attempt: 3,
        total_attempts: 3,
        delay_seconds: 0.1,
        reason: "APIStatusError: HTTP 429: asked for by demo:retry",
      },
      { type: "text_delta", delta: "This is ", index: 0 },
    ]);
    expect(clock.asked).toEqual([100, 100]);
  });

  test.each([
    [400, "invalid_request", false],
    [401, "auth", false],
    [404, "model_not_found", false],
    [413, "context_overflow", false],
    [429, "rate_limit", true],
    [500, "server_error", true],
    [529, "overloaded", true],
  ])("demo:fail %i fails as a provider does", async (status, code, recoverable) => {
    const { events, error } = await say(`demo:fail ${status}`);
    expect(events).toEqual([]);
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({
      message: `demo answered HTTP ${status}, as demo:fail asked. Leave that line out to go on.`,
      status,
      code,
      recoverable,
    });
  });

  test("demo:fail behind demo:text fails in the middle of an answer", async () => {
    const { events, error } = await say("demo:text 3\ndemo:fail 503");
    expect(textsOf(events)).toEqual([INTRODUCTION, "1 2"]);
    expect(error).toMatchObject({ status: 503 });
  });

  test("demo:cut ends the stream without a stop", async () => {
    const { events, error } = await say("demo:cut");
    expect(textsOf(events)).toEqual([`${INTRODUCTION} Here the stream ends before its`]);
    expect(events.map(({ type }) => type)).not.toContain("stop");
    expect(error).toBeUndefined();
  });

  test("demo:cut before a demo:tool cuts that call, which then never runs", async () => {
    const { agent, events } = agentIn(workspace);
    const { error } = await agent.prompt('demo:cut\ndemo:tool read {"path":"README.md"}');
    expect(error).not.toBeNull();
    expect(events.filter(({ type }) => type.startsWith("tool_execution"))).toEqual([]);
    expect(agent.state.messages.at(-2)).toMatchObject({
      content: [{ type: "text" }, { type: "tool_call", arguments: {}, arguments_text: '{"path":"README.' }],
    });
  });

  test("demo:wait waits on the clock", async () => {
    const clock = createManualClock();
    const waiting = clock.waiting();
    const answer = ask(createDemoModel({ clock }), { messages: [user("demo:wait 250\ndemo:text 1")] });
    await waiting;
    clock.pass(250);
    expect((await answer).events.at(-1)).toEqual({ type: "stop", stop_reason: "end_turn" });
    expect(clock.asked).toEqual([250]);
  });

  test("demo:hold waits until the abort", async () => {
    const clock = createManualClock();
    const abort = new AbortController();
    const held = clock.waiting();
    const answer = ask(
      createDemoModel({ clock }),
      { messages: [user("demo:hold")] },
      { signal: abort.signal },
    );
    await held;
    const heldOn = clock.waiting();
    clock.pass(60_000);
    await heldOn;
    abort.abort();
    const { events, error } = await answer;
    expect(textsOf(events)).toEqual([INTRODUCTION]);
    expect(error).toBeUndefined();
  });

  test("lines around them are left out", async () => {
    expect(textsOf((await say("Please read app.py.\n  demo:text 1\r\nThank you.")).events)).toEqual([
      INTRODUCTION,
      "1",
    ]);
  });

  test.each([
    "demo:zap",
    "demo:text",
    "demo:text many",
    "demo:text 12345678",
    "demo:retry 0",
    "demo:fail 200",
    "demo:wait -1",
    "demo:hold on",
    "demo:tool",
    "demo:",
  ])("%j is none: the answer lists them and plays nothing", async (line) => {
    const { events } = await say(`demo:tool ls {}\n${line}`);
    expect(textsOf(events)).toEqual([
      `${INTRODUCTION} I do not know the directive “${line}”. ${DIRECTIVE_LIST}`,
    ]);
    expect(callsOf(events)).toEqual([]);
  });

  test("together they reach every event of the wire", async () => {
    const { agent, events } = agentIn(workspace, { thinking: "low" });
    const noisy: Tool = {
      ...READ,
      execute: async (_, { update }) => {
        update("x");
        return { content: [] };
      },
    };
    agent.setTools([noisy]);
    await agent.prompt("demo:retry 1\ndemo:think\ndemo:text 9\ndemo:tool read {}\ndemo:fail 500");
    const seen = new Set(
      events.flatMap((e) => (e.type === "message_update" ? [e.type, e.stream_event.type] : [e.type])),
    );
    expect([...seen].sort()).toEqual([
      "agent_end",
      "agent_start",
      "error",
      "message_end",
      "message_start",
      "message_update",
      "retry",
      "stop",
      "text_delta",
      "thinking_delta",
      "tool_call_args_delta",
      "tool_call_end",
      "tool_call_start",
      "tool_execution_end",
      "tool_execution_start",
      "tool_execution_update",
      "turn_end",
      "turn_start",
      "usage",
    ]);
  });
});

describe("deltas", () => {
  test("are at most 8 long, whole characters, and nothing is lost", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (whole) => {
        const parts = [...pieces(whole)];
        expect(parts.join("")).toBe(whole);
        expect(parts.every((part) => part.length > 0 && part.length <= 8 && part.isWellFormed())).toBe(true);
      }),
    );
  });

  test("of every kind keep to that", async () => {
    const prompt = 'demo:think\ndemo:text 99\ndemo:tool read {"path":"😀😀😀😀😀😀😀.md"}';
    const { events } = await ask(demo, { messages: [user(prompt)], thinking: "low" });
    const deltas = events.flatMap((event) => ("delta" in event ? [event.delta] : []));
    expect(deltas.length).toBeGreaterThan(20);
    expect(deltas.filter((delta) => delta.length > 8 || !delta.isWellFormed())).toEqual([]);
  });

  test("an abort between any two ends the answer there", async () => {
    for (const stopAt of [1, 2, 15, 16, 17, 40]) {
      const abort = new AbortController();
      let count = 0;
      const { events } = await ask(
        demo,
        { messages: [user("demo:text 1000")] },
        { signal: abort.signal, onEvent: () => ++count === stopAt && abort.abort() },
      );
      expect(events).toHaveLength(stopAt);
    }
  });

  test("an abort that comes from outside, such as a timer's, gets its turn", async () => {
    const abort = new AbortController();
    setImmediate(() => abort.abort());
    const { events } = await ask(demo, { messages: [user("demo:text 9999")] }, { signal: abort.signal });
    expect(events.length).toBeLessThan(200);
  });
});

test("a call outside a turn gets the list of what the user said, by a script and saying so", async () => {
  const messages = [user("one"), assistant([text("x")]), user("two")];
  const { events } = await ask(demo, { messages }, { purpose: "compaction" });
  expect(textsOf(events)).toEqual([
    "Written by letscode's built-in demo, a script and no language model. It was given:\n\n- “one”\n- “two”",
  ]);
});
