/** Random sessions: what a host may send at any moment, and what a provider may do meanwhile. */
import { ProviderError } from "../../src/errors.ts";
import type { LLMClient, ModelStream } from "../../src/llm/client.ts";
import { zeroUsage } from "../../src/usage.ts";
import type { Line } from "./memory-host.ts";

/** A seeded source of chance: the same seed gives the same session. */
export function chance(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** One step of the host: a line to send, or a pause of so many turns of the event loop. */
export type Step = { line: string } | { pause: number };

const HELLO = {
  cmd: "hello",
  protocol: "letscode-rpc/1",
  tools: [{ name: "lookup", description: "Looks something up.", parameters: {}, parallel: true }],
};

/** A random session, at most 15 steps long. */
export function randomSteps(pick: (below: number) => number): Step[] {
  const steps: Step[] = [];
  let number = 0;
  const command = (fields: object) => ({ line: JSON.stringify({ ...fields, id: `c${number++}` }) });
  const answer = (type: string) => command({ ...randomAnswer(pick, type), request_id: `r${1 + pick(4)}` });
  if (pick(2) === 0) steps.push(command({ ...HELLO, permissions: pick(2) === 0 }));
  const kinds: (() => Step)[] = [
    () => command({ cmd: "prompt", text: "go" }),
    () => command({ cmd: "prompt", text: "go" }),
    () => command({ cmd: "steer", text: "left" }),
    () => command({ cmd: "follow_up", text: "then" }),
    () => command({ cmd: "abort" }),
    () => command({ cmd: "abort", clear_queue: true }),
    () => command({ cmd: "reset" }),
    () => command({ cmd: "bye" }),
    () => command({ cmd: "hello", protocol: "letscode-rpc/1" }),
    () => answer("permission_request"),
    () => answer("tool_call_request"),
    () => command({ cmd: "nonsense" }),
    () => command({ cmd: "prompt" }),
    () => ({ line: "{" }),
    () => ({ pause: pick(6) }),
    () => ({ pause: pick(6) }),
  ];
  for (let left = 2 + pick(12); left > 0; left--) steps.push((kinds[pick(kinds.length)] as () => Step)());
  return steps;
}

/** What a host may answer to a request of this type, but for its ids. */
export function randomAnswer(pick: (below: number) => number, type: string): object {
  if (type === "permission_request")
    return { cmd: "permission", decision: ["allow", "allow_always", "deny"][pick(3)] };
  return { cmd: "tool_result", content: pick(2) === 0 ? "found" : [], is_error: pick(2) === 0 };
}

/** A provider that answers, calls tools, retries, fails, is cut or hangs, as chance has it. */
export function randomModel(pick: (below: number) => number): LLMClient {
  let calls = 0;
  return {
    provider: "random",
    model: "random",
    async *stream(_request, { signal }): ModelStream {
      for (let turns = pick(4); turns > 0; turns--) await nextTurn();
      if (pick(6) === 0)
        yield {
          type: "retry",
          attempt: 2,
          total_attempts: 3,
          delay_seconds: 0,
          reason: "APIStatusError: HTTP 500",
        };
      if (pick(10) === 0)
        throw new ProviderError("refused", { status: 401, code: "auth", recoverable: false });
      for (let texts = pick(4); texts > 0; texts--) {
        yield { type: "text_delta", delta: "word ", index: 0 };
        if (pick(3) === 0) await nextTurn();
      }
      if (pick(10) === 0)
        throw new ProviderError("broke", { status: 500, code: "server_error", recoverable: true });
      if (pick(12) === 0) return { usage: zeroUsage() };
      if (pick(8) === 0) await untilAborted(signal);
      const wanted = calls < 6 && pick(3) === 0 ? 1 + pick(3) : 0;
      for (let index = 1; index <= wanted; index++) {
        const id = pick(5) === 0 ? "same" : `call${calls++}`;
        yield {
          type: "tool_call_start",
          tool_call_id: id,
          name: ["echo", "slow", "hang", "none", "lookup"][pick(5)] as string,
          index,
        };
        yield { type: "tool_call_args_delta", tool_call_id: id, delta: "{}" };
        yield { type: "tool_call_end", tool_call_id: id, arguments: {} };
      }
      const cut = pick(12) === 0;
      yield { type: "stop", stop_reason: cut ? "max_tokens" : wanted > 0 ? "tool_use" : "end_turn" };
      return { usage: zeroUsage() };
    },
  };
}

/** Resolves in the next turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Rejects when the signal aborts. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(new Error("aborted"));
    signal.addEventListener("abort", () => reject(new Error("aborted")), { once: true });
  });
}

/**
 * What is wrong with a session's output; empty when nothing is. `sent` are the ids of the well-formed lines in order;
 * what was sent after the `bye` at index `byeAt` may have come too late for a process that was already gone.
 */
export function violations(
  lines: readonly Line[],
  sent: readonly string[],
  byeAt: number,
  exitCode: number,
): string[] {
  const wrong: string[] = [];
  if (lines[0]?.type !== "ready" || lines.filter(({ type }) => type === "ready").length !== 1)
    wrong.push("ready is not first, once");
  if ((lines.at(-1)?.type === "bye") !== (exitCode === 0))
    wrong.push(`exit ${exitCode} with ${lines.at(-1)?.type} last`);
  const answersTo = (id: string) => lines.filter((line) => line.id === id).map(({ type }) => type);
  const last = sent.findLastIndex((id) => answersTo(id).length > 0);
  for (const [at, id] of sent.entries()) {
    const answers = answersTo(id);
    if (byeAt >= 0 && at > byeAt && at > last) continue;
    const fine = String(answers) === "ack,done" || String(answers) === "error";
    if (!fine) wrong.push(`${id} got ${answers.join(",") || "nothing"}`);
  }
  wrong.push(...pairViolations(lines));
  return wrong;
}

/** Starts without ends, ends without starts, and requests for calls that are not going on. */
export function pairViolations(lines: readonly Line[]): string[] {
  const wrong: string[] = [];
  const open = new Set<string>();
  for (const line of lines) {
    if (
      /^(permission|tool_call)_request$/.test(line.type) &&
      !open.has(`tool_execution ${line.tool_call_id}`)
    )
      wrong.push(`${line.type} out of place: ${line.tool_call_id}`);
    const pair = /^(.*)_(start|end)$/.exec(line.type);
    if (!pair) continue;
    const message = line.message as { id: string } | undefined;
    const key = `${pair[1]} ${pair[1] === "message" ? message?.id : pair[1] === "turn" ? line.turn : (line.tool_call_id ?? "")}`;
    if (pair[2] === "start" ? open.has(key) : !open.delete(key))
      wrong.push(`${line.type} out of place: ${key}`);
    if (pair[2] === "start") open.add(key);
    if (line.type === "agent_end" && open.size > 0) wrong.push(`open at agent_end: ${[...open].join("; ")}`);
  }
  if (open.size > 0) wrong.push(`never ended: ${[...open].join("; ")}`);
  return wrong;
}
