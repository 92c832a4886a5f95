/** The language of conformance/transcripts: prose, what is sent, what comes back. conformance/README.md explains it. */
import type { Json } from "../../src/wire/messages.ts";

/** How often, and where, a line of this form is expected. */
export type Expectation = "once" | "repeated" | "any order";

/** One step of a session, in the order of the file. */
export type Step = { at: number } & (
  | { type: "send"; bytes: Uint8Array }
  | { type: "end of input" }
  | { type: "file"; path: string; text: string }
  | { type: "expect"; how: Expectation; pattern: Json }
  | { type: "stderr"; text: string }
  | { type: "exit"; code: number }
);

/** A transcript, read. */
export interface Transcript {
  /** The arguments after `--mode rpc`. */
  args: readonly string[];
  steps: readonly Step[];
}

const DEFAULT_ARGS = ["--model", "demo"];
const EXPECTATIONS: Readonly<Record<string, Expectation>> = {
  "< ": "once",
  "<+": "repeated",
  "<|": "any order",
};

/** Reads a transcript. Throws an error that names the line when one that looks like a step is none. */
export function parseTranscript(text: string): Transcript {
  const lines = text.replace(/\n$/, "").split("\n");
  const steps: Step[] = [];
  let args = DEFAULT_ARGS;
  for (let index = 0; index < lines.length; index++) {
    const at = index + 1;
    const line = lines[index] ?? "";
    /** What follows this line and belongs to it, without its mark. */
    const rest = (mark: string): string[] => {
      const found: string[] = [];
      while (lines[index + 1]?.startsWith(mark)) found.push((lines[++index] ?? "").slice(mark.length));
      return found;
    };
    if (!/^[><#|!=]/.test(line)) continue;
    const how = EXPECTATIONS[line.slice(0, 2)];
    if (how) {
      const json = [line.slice(2), ...rest("  ")].join("");
      steps.push({ at, type: "expect", how, pattern: parseJson(json, at) });
    } else if (line === ">eof") steps.push({ at, type: "end of input" });
    else if (line.startsWith(">x "))
      steps.push({ at, type: "send", bytes: Buffer.from(`${line.slice(3).replaceAll(" ", "")}0a`, "hex") });
    else if (line.startsWith("> "))
      steps.push({ at, type: "send", bytes: Buffer.from(`${line.slice(2)}\n`) });
    else if (line.startsWith("! ")) steps.push({ at, type: "stderr", text: line.slice(2) });
    else if (/^= exit \d+$/.test(line)) steps.push({ at, type: "exit", code: Number(line.slice(7)) });
    else if (line.startsWith("# args: ")) args = line.slice(8).split(" ");
    else if (line.startsWith("# file: "))
      steps.push({ at, type: "file", path: line.slice(8), text: rest("|").map(withoutSpace).join("") });
    else throw new Error(`line ${at} begins like a step and is none: ${line}`);
  }
  return { args, steps };
}

/** The steps with neighbouring lines to send as one: they are written at once. */
export function joinSends(steps: readonly Step[]): Step[] {
  const joined: Step[] = [];
  for (const step of steps) {
    const last = joined.at(-1);
    if (step.type === "send" && last?.type === "send")
      joined[joined.length - 1] = { ...last, bytes: Buffer.concat([last.bytes, step.bytes]) };
    else joined.push(step);
  }
  return joined;
}

function withoutSpace(line: string): string {
  return `${line.replace(/^ /, "")}\n`;
}

function parseJson(text: string, at: number): Json {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`line ${at}: ${error instanceof Error ? error.message : error}: ${text}`);
  }
}
