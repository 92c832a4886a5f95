/** How a model is asked to think, and how long its answers may be, told by its name and by what it refused. */
import type { JsonObject } from "../../wire/messages.ts";
import type { Target } from "../dialect.ts";
import { readConcessions } from "./concessions.ts";

/** What must be known of a model to write to it. Names that are none of Claude's get what most servers accept. */
export interface ThinkingMode {
  /** By a budget of tokens, by an effort within which the model decides for itself, or not at all. */
  asked: "budget" | "adaptive" | "none";
  /** What says that thinking is not wanted, to models that think unless told otherwise. */
  off: JsonObject | undefined;
  /** Its thinking goes back to it also while none is asked for; else the provider refuses it then. */
  returned: boolean;
  /** Thinking has no text unless that is asked for. */
  summarized: boolean;
  /** The most tokens of an answer. */
  maxTokens: number;
}

/** Such as `claude-3-7-sonnet-20250219`, `claude-opus-4-20250514`, `anthropic/claude-sonnet-4.5`. */
const VERSION = /claude-(?:([a-z]+)-)?(\d{1,2})(?:[-.](\d{1,2}))?(?!\d)/;

/** The mode of this model. */
export function thinkingMode({ model, thinks, maxOutputTokens, conceded }: Target): ThinkingMode {
  const { noBudget, alwaysThinks, noThinking, maxTokens } = readConcessions(conceded);
  let mode = modeByName(model.toLowerCase());
  if (noBudget) mode = { ...mode, asked: "adaptive", summarized: true };
  if (alwaysThinks) mode = { ...mode, off: undefined, returned: true };
  if (noThinking) mode = { ...mode, off: undefined, returned: false };
  if (noThinking || thinks === false) mode = { ...mode, asked: "none" };
  return { ...mode, maxTokens: Math.min(maxOutputTokens ?? mode.maxTokens, maxTokens) };
}

function modeByName(name: string): ThinkingMode {
  if (!name.includes("claude"))
    return { asked: "budget", off: undefined, returned: true, summarized: false, maxTokens: 8192 };
  const [, family = "", major, minor = "0"] = VERSION.exec(name) ?? [];
  // A name without a number, such as one that ends in `latest`, is a new model.
  const version = major === undefined ? 499 : Number(major) * 100 + Number(minor);
  const between = version >= 505 && family === "sonnet";
  const always = between || /mythos|fable/.test(name) || (version >= 505 && family === "opus");
  const off = between ? { type: "between_tools" } : { type: "disabled" };
  return {
    asked: version < 307 ? "none" : version < 406 ? "budget" : "adaptive",
    off: version < 500 || (always && !between) ? undefined : off,
    returned: always,
    summarized: version > 406,
    maxTokens: version < 305 ? 4096 : version < 307 ? 8192 : version < 405 ? 32_000 : 64_000,
  };
}
