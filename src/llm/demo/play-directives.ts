/** One answer made of directives. */
import { zeroUsage } from "../../usage.ts";
import type { Answer } from "./answer.ts";
import type { Directive } from "./directives.ts";
import type { Script, Step } from "./steps.ts";

/** How an answer begins. */
export interface Manner {
  thinks: boolean;
  /** Goes before the first words; empty when the run has heard it. */
  opening: string;
}

/** What every retry of the demo waits. */
const RETRY_DELAY_SECONDS = 0.1;
const THOUGHT = "I was asked to think, so I think: a script follows its lines one after the other.";
const NO_THOUGHT = "Thinking is off, so demo:think shows nothing; --thinking turns it on.";
const CUT = "Here the stream ends before its";

/** Plays the directives of one model call, in order; its retries come first, since none comes after an answer began. */
export function* play(directives: readonly Directive[], answer: Answer, { thinks, opening }: Manner): Script {
  let toSay = opening;
  function* say(text: string): Generator<Step, void, void> {
    const words = toSay + text;
    toSay = "";
    if (words !== "") yield* answer.text(words.trimEnd());
  }

  yield* retries(directives);
  for (const [index, directive] of directives.entries()) {
    switch (directive.type) {
      case "retry":
        break;
      case "wait":
        yield { type: "pause", ms: directive.ms };
        break;
      case "think":
        if (thinks) yield* answer.thinking(THOUGHT);
        else yield* say(NO_THOUGHT);
        break;
      case "text":
        yield* say("");
        yield* answer.text(countingText(directive.characters));
        break;
      case "tool":
        yield* say("");
        yield* answer.call(directive.name, directive.args);
        break;
      case "hold":
        yield* say("");
        yield { type: "hold" };
        return zeroUsage();
      case "fail":
        yield { type: "fail", status: directive.status };
        return zeroUsage();
      case "cut": {
        const next = directives[index + 1];
        yield* say(next?.type === "tool" ? "" : CUT);
        if (next?.type === "tool") yield* answer.halfCall(next.name, next.args);
        return zeroUsage();
      }
    }
  }
  yield* say("");
  yield* answer.end();
  return answer.usage();
}

function* retries(directives: readonly Directive[]): Generator<Step, void, void> {
  const times = directives.reduce((sum, each) => sum + (each.type === "retry" ? each.times : 0), 0);
  for (let attempt = 2; attempt <= times + 1; attempt++) {
    const reason = "APIStatusError: HTTP 429: asked for by demo:retry";
    yield { type: "retry", attempt, total_attempts: times + 1, delay_seconds: RETRY_DELAY_SECONDS, reason };
    yield { type: "pause", ms: RETRY_DELAY_SECONDS * 1000 };
  }
}

/** `1 2 3 … 9 10😀 11 …`: whatever is lost, doubled or out of place shows. Counted in code points. */
function countingText(characters: number): string {
  const parts: string[] = [];
  let missing = characters;
  for (let number = 1; missing > 0; number++) {
    const part = Array.from(number % 10 === 0 ? `${number}😀 ` : `${number} `).slice(0, missing);
    parts.push(...part);
    missing -= part.length;
  }
  return parts.join("");
}
