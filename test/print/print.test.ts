import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { Agent } from "../../src/agent/agent.ts";
import type { AgentOptions } from "../../src/agent/agent-options.ts";
import type { Clock } from "../../src/clock.ts";
import { systemClock } from "../../src/clock.ts";
import { ProviderError } from "../../src/errors.ts";
import type { LLMClient } from "../../src/llm/client.ts";
import { createPolicy } from "../../src/permissions/policy.ts";
import { type PrintOptions, READER_GONE, runPrint } from "../../src/print/print.ts";
import { createRedactor } from "../../src/secrets/redactor.ts";
import { type Tool, textOutput } from "../../src/tools/tool.ts";
import type { Event } from "../../src/wire/events.ts";
import type { StreamEvent } from "../../src/wire/stream.ts";
import { calls, type ScriptedCall, scriptedModel, untilAborted } from "../agent/scripted-model.ts";

const KEY = "sk-test-SECRET123";

const look: Tool = {
  name: "look",
  description: "Looks.",
  parameters: { type: "object" },
  access: () => ({ kind: "read" }),
  execute: async (args) => (args.fail ? Promise.reject(new Error(`no\n${args.fail}`)) : textOutput("seen")),
};
const run: Tool = { ...look, name: "run", access: () => ({ kind: "execute" }) };

/** An answer of these texts, a content block each. */
function says(...texts: string[]): StreamEvent[] {
  return [
    ...texts.map((delta, index): StreamEvent => ({ type: "text_delta", delta, index })),
    { type: "stop", stop_reason: "end_turn" },
  ];
}

/** An answer that talks and then calls a tool. */
function callsTool(name: string, args: object): StreamEvent[] {
  const [start, ...rest] = calls({ id: `${name}_1`, name, arguments: JSON.stringify(args) });
  const talk: StreamEvent = { type: "text_delta", delta: "Let me look.", index: 0 };
  return start?.type === "tool_call_start" ? [talk, { ...start, index: 1 }, ...rest] : [];
}

/** An answer that breaks off. */
function fails(failure: Error): ScriptedCall {
  return async function* () {
    yield { type: "text_delta", delta: "Half", index: 0 };
    throw failure;
  };
}

interface Outcome {
  code: number;
  stdout: string;
  reports: string[];
  details: string[];
}

async function shot(
  answers: ScriptedCall[],
  options: Partial<PrintOptions> & { agentOptions?: Partial<AgentOptions> } = {},
): Promise<Outcome> {
  const { agentOptions, ...more } = options;
  const outcome: Outcome = { code: -1, stdout: "", reports: [], details: [] };
  const agent = new Agent({ model: scriptedModel(...answers), tools: [look, run], ...agentOptions });
  outcome.code = await runPrint({
    agent,
    prompt: "go",
    output: "text",
    stdout: {
      write(bytes, done) {
        outcome.stdout += new TextDecoder().decode(bytes);
        done();
      },
    },
    stdoutIsTerminal: false,
    log: {
      report: (line) => void outcome.reports.push(line),
      detail: (line) => void outcome.details.push(line),
    },
    redactor: createRedactor([KEY]),
    clock: systemClock,
    stop: new AbortController().signal,
    ...more,
  });
  return outcome;
}

function types(stdout: string): string[] {
  expect(stdout.endsWith("\n")).toBe(true);
  return stdout
    .slice(0, -1)
    .split("\n")
    .map((line) => (JSON.parse(line) as Event).type);
}

const unauthorized = () =>
  new ProviderError("scripted: HTTP 401: bad key", { status: 401, recoverable: false });

describe("one shot with text output", () => {
  test("writes the last message's text and a line end, and nothing else", async () => {
    expect(await shot([callsTool("look", {}), says("It is fine.")])).toMatchObject({
      code: 0,
      stdout: "It is fine.\n",
      reports: [],
    });
  });

  test("keeps a line end that is there, and makes paragraphs of several blocks", async () => {
    expect((await shot([says("one\n")])).stdout).toBe("one\n");
    expect((await shot([says("one", "two")])).stdout).toBe("one\n\ntwo\n");
  });

  test("writes nothing when the answer has no text", async () => {
    expect(await shot([says()])).toMatchObject({ code: 0, stdout: "" });
  });

  test("hands the answer to a program as it is, and to a terminal without what could drive it", async () => {
    const text = "a\u001b[31mred\u001b[0m\u001b]0;title\u0007\tb\r\u009b1m\nc";
    expect((await shot([says(text)])).stdout).toBe(`${text}\n`);
    expect((await shot([says(text)], { stdoutIsTerminal: true })).stdout).toBe("ared\tb1m\nc\n");
  });

  test("says when the answer was cut or refused, and succeeds", async () => {
    const ends = (stop_reason: "max_tokens" | "refusal"): StreamEvent[] => [
      { type: "text_delta", delta: "Half", index: 0 },
      { type: "stop", stop_reason },
    ];
    expect(await shot([ends("max_tokens")])).toMatchObject({
      code: 0,
      stdout: "Half\n",
      reports: ["the answer was cut: the model reached its output limit"],
    });
    expect(await shot([ends("refusal")])).toMatchObject({
      code: 0,
      stdout: "Half\n",
      reports: ["the model refused to answer"],
    });
  });
});

describe("one shot with JSON output", () => {
  test("writes every event as one line, and nothing else", async () => {
    const seen: Event[] = [];
    const agent = new Agent({
      model: scriptedModel(callsTool("look", {}), says("It is fine.")),
      tools: [look],
    });
    agent.subscribe((event) => void seen.push(structuredClone(event)));
    const { stdout, code } = await shot([], { output: "json", agent });
    expect(code).toBe(0);
    expect(stdout).toBe(seen.map((event) => `${JSON.stringify(event)}\n`).join(""));
    expect(types(stdout).at(-1)).toBe("agent_end");
  });
});

describe("a run that fails", () => {
  for (const output of ["text", "json"] as const) {
    test(`exits 1 with ${output} output, tells the error once on stderr and writes no answer`, async () => {
      const outcome = await shot([fails(unauthorized())], {
        output,
      });
      expect(outcome).toMatchObject({ code: 1, reports: ["scripted: HTTP 401: bad key"] });
      if (output === "text") expect(outcome.stdout).toBe("");
      else expect(types(outcome.stdout).slice(-3)).toEqual(["error", "turn_end", "agent_end"]);
    });

    test(`exits 1 with ${output} output when the turns are used up`, async () => {
      const agentOptions = { maxTurns: 1 };
      const outcome = await shot([callsTool("look", {})], { output, agentOptions });
      expect([outcome.code, outcome.reports.length]).toEqual([1, 1]);
      if (output === "text") expect(outcome.stdout).toBe("");
    });
  }

  test("never shows a key, wherever it is said", async () => {
    const failure = new ProviderError(`Incorrect API key: ${KEY}`, { status: 401, recoverable: false });
    const outcomes = await Promise.all([
      shot([says(`The key is ${KEY}.`)]),
      shot([says(`The key is ${KEY}.`)], { output: "json" }),
      shot([fails(failure)], { output: "json" }),
    ]);
    expect(outcomes.map(({ stdout }) => stdout.includes("***"))).toEqual([true, true, true]);
    expect(outcomes.map(({ stdout }) => stdout).join("")).not.toContain("SECRET123");
  });
});

describe("what people are told", () => {
  test("is one line for each retry", async () => {
    const retry: StreamEvent = {
      type: "retry",
      attempt: 2,
      total_attempts: 3,
      delay_seconds: 1,
      reason: "APIStatusError: HTTP 429: rate\nlimited",
    };
    expect((await shot([[retry, ...says("ok")]])).reports).toEqual([
      "attempt 2 of 3 in 1 s: APIStatusError: HTTP 429: rate limited",
    ]);
  });

  test("is one line for each denied call, with the way to permit it", async () => {
    const agentOptions = { decide: createPolicy({ mode: "ask" }) };
    const outcome = await shot([callsTool("run", { command: "ls" }), says("I could not.")], { agentOptions });
    expect(outcome).toMatchObject({
      code: 0,
      stdout: "I could not.\n",
      reports: [
        "run was denied: run runs a command, and nobody is there to be asked; --permission-mode allow permits it",
      ],
    });
  });

  test("is short and harmless to a terminal", async () => {
    const failure = new ProviderError(`\u001b[2J${"x".repeat(1000)}`, { recoverable: false });
    const { reports } = await shot([fails(failure)]);
    expect(reports).toEqual([`[2J${"x".repeat(397)}…`]);
  });

  test("has the cost in its details when it is known", async () => {
    const usage = {
      input_tokens: 10,
      output_tokens: 3,
      cache_read_tokens: 0,
      cache_write_tokens: 0,
      reasoning_tokens: 0,
    };
    const priced: LLMClient = {
      provider: "priced",
      model: "test",
      async *stream() {
        yield* says("ok");
        return { usage: { ...usage, cost_usd: 0.0005 } };
      },
    };
    const { details } = await shot([], { agent: new Agent({ model: priced }) });
    expect(details).toEqual(["1 model call, 10 tokens in, 3 out, $0.0005"]);
  });

  test("has the calls and the tokens in its details", async () => {
    const outcome = await shot([
      callsTool("look", { path: "a" }),
      callsTool("look", { fail: "luck" }),
      says("ok"),
    ]);
    expect(outcome).toMatchObject({
      reports: [],
      details: [
        'look {"path":"a"}',
        'look {"fail":"luck"}',
        "look failed: no luck",
        "3 model calls, 3 tokens in, 3 out",
      ],
    });
  });
});

describe("a run that is stopped", () => {
  test("ends with the code of the stop and writes no answer", async () => {
    const stop = new AbortController();
    const agent = new Agent({
      model: scriptedModel(untilAborted),
    });
    agent.subscribe((event) => {
      if (event.type === "message_update") stop.abort(130);
    });
    expect(await shot([], { agent, stop: stop.signal })).toMatchObject({
      code: 130,
      stdout: "",
      reports: [],
    });
    expect(agent.state.running).toBe(false);
  });

  test("still writes its last events", async () => {
    const stop = new AbortController();
    const agent = new Agent({ model: scriptedModel(untilAborted) });
    agent.subscribe((event) => {
      if (event.type === "turn_start") stop.abort(143);
    });
    const { code, stdout } = await shot([], { agent, output: "json", stop: stop.signal });
    expect(code).toBe(143);
    expect(types(stdout).at(-1)).toBe("agent_end");
  });

  test("does not start when the stop came before", async () => {
    expect(await shot([says("hi")], { stop: AbortSignal.abort(129), output: "json" })).toMatchObject({
      code: 129,
      stdout: "",
    });
  });

  test("waits two seconds at most for a reader that does not read", async () => {
    const stop = new AbortController();
    const timers: number[] = [];
    const clock: Clock = {
      now: () => 0,
      after(ms, go) {
        timers.push(ms);
        setImmediate(go);
        return () => {};
      },
    };
    const stdout = { write: () => stop.abort(143) };
    const agent = new Agent({ model: scriptedModel(says("hi")) });
    expect(await shot([], { agent, output: "json", stdout, clock, stop: stop.signal })).toMatchObject({
      code: 143,
    });
    expect(timers).toEqual([2000]);
  });

  test("by a reader that is gone ends quietly, as a signal for it would have", async () => {
    const stdout = {
      write: (_bytes: Uint8Array, done: (error?: Error | null) => void) =>
        setImmediate(done, Object.assign(new Error("write EPIPE"), { code: "EPIPE" })),
    };
    const agent = new Agent({ model: scriptedModel(untilAborted) });
    expect(await shot([], { agent, output: "json", stdout })).toMatchObject({
      code: READER_GONE,
      reports: [],
    });
    expect(agent.state.running).toBe(false);
  });
});

describe("a reader that is slow", () => {
  test("makes the run wait, so that little is kept in memory", async () => {
    const piece: StreamEvent = { type: "text_delta", delta: "x".repeat(100_000), index: 0 };
    const pipe = new PassThrough({ highWaterMark: 1 });
    let made = 0;
    const agent = new Agent({
      model: scriptedModel([
        ...Array<StreamEvent>(100).fill(piece),
        { type: "stop", stop_reason: "end_turn" },
      ]),
    });
    agent.subscribe((event) => {
      if (event.type === "message_update") made++;
    });
    const ended = shot([], {
      agent,
      output: "json",
      stdout: { write: (bytes, done) => pipe.write(bytes, done) },
    });
    for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(made).toBeLessThan(20);
    pipe.resume();
    expect((await ended).code).toBe(0);
    expect(made).toBe(101);
  });
});
