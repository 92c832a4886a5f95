/** The directives host authors put into a prompt to make the demo do what their tests need. */

/** One directive, checked. */
export type Directive =
  | { type: "tool"; name: string; args: string }
  | { type: "text"; characters: number }
  | { type: "think" }
  | { type: "retry"; times: number }
  | { type: "fail"; status: number }
  | { type: "cut" }
  | { type: "wait"; ms: number }
  | { type: "hold" };

/** What the demo answers to a directive it does not know. */
export const DIRECTIVE_LIST = `These are the directives, one per line:

- demo:tool NAME JSON: call the tool NAME with these arguments; neighbouring lines call in parallel
- demo:text N: N characters of text, at most 9999999
- demo:think: think aloud, when thinking is on
- demo:retry N: N retries (1 to 9) before the answer begins
- demo:fail STATUS: fail as HTTP STATUS (400 to 599) does
- demo:cut: end the stream in the middle; before a demo:tool line, in the middle of that call
- demo:wait MS: wait, at most 9999999 milliseconds
- demo:hold: wait until the run is aborted`;

const PREFIX = "demo:";

/**
 * The directives of a prompt, in order; lines that are none are left out, so that a prompt may explain itself.
 * Instead, the first line that looks like a directive and is none.
 */
export function readDirectives(prompt: string): { directives: Directive[] } | { unknown: string } {
  const directives: Directive[] = [];
  for (const line of prompt.split("\n").map((line) => line.trim())) {
    if (!line.startsWith(PREFIX)) continue;
    const directive = readDirective(line.slice(PREFIX.length));
    if (directive === undefined) return { unknown: line };
    directives.push(directive);
  }
  return { directives };
}

/**
 * The directives by model call: a call ends with its last tool, since the model hears of the results only in the next
 * one.
 */
export function directivesByCall(directives: readonly Directive[]): Directive[][] {
  const calls: Directive[][] = [];
  let afterTool = false;
  for (const directive of directives) {
    const call = calls.at(-1);
    if (call === undefined || (afterTool && directive.type !== "tool")) calls.push([directive]);
    else call.push(directive);
    afterTool = directive.type === "tool";
  }
  return calls;
}

function readDirective(text: string): Directive | undefined {
  const [, word, rest = ""] = /^(\w+)(?:\s+(.*))?$/s.exec(text) ?? [];
  switch (word) {
    case "tool": {
      const [, name, args = "{}"] = /^(\S+)(?:\s+(.*))?$/s.exec(rest) ?? [];
      return name === undefined ? undefined : { type: "tool", name, args };
    }
    case "text":
      return /^\d{1,7}$/.test(rest) ? { type: "text", characters: Number(rest) } : undefined;
    case "retry":
      return /^[1-9]$/.test(rest) ? { type: "retry", times: Number(rest) } : undefined;
    case "fail":
      return /^[45]\d\d$/.test(rest) ? { type: "fail", status: Number(rest) } : undefined;
    case "wait":
      return /^\d{1,7}$/.test(rest) ? { type: "wait", ms: Number(rest) } : undefined;
    case "think":
    case "cut":
    case "hold":
      return rest === "" ? { type: word } : undefined;
    default:
      return undefined;
  }
}
