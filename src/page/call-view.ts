/** A tool call with its result, folded. */
import type { Json, ToolCallBlock, ToolResultMessage, UserContent } from "../wire/messages.ts";
import { callSummary, type ResultFacts, resultFacts } from "./call-summary.ts";
import { codeBox, diffBox } from "./code-box.ts";
import { fold } from "./fold.ts";
import { imageView } from "./image.ts";
import { isObject, jsonText } from "./json-text.ts";
import { type Markup, markup } from "./markup.ts";
import { oneLine, withoutColours } from "./visible-text.ts";

/** A longer argument, or one of several lines, gets a box of its own. */
const INLINE_LENGTH = 100;
const NAME_LENGTH = 80;

/** The call; without a result it was interrupted. */
export function callView(call: ToolCallBlock, result: ToolResultMessage | undefined, anchor: string): Markup {
  const facts = result === undefined ? undefined : resultFacts(result);
  const state = result === undefined ? "interrupted" : result.is_error ? "failed" : undefined;
  const about = callSummary(call);
  const summary = markup`<span class="name">${oneLine(call.name, NAME_LENGTH)}</span>
    <code class="about">${about}</code>
    ${factsView(facts)}${state === undefined ? undefined : markup`<span class="bad">${state}</span>`}`;
  const content = markup`${argumentsView(call, facts)}${
    result === undefined
      ? markup`<p class="note">Interrupted before a result was known; it may or may not have run.</p>`
      : resultView(result, facts)
  }`;
  return fold({ className: state === undefined ? "call" : "call failed", anchor, summary, content });
}

/** A result: its changes, its text, and what else the tool told of it. */
export function resultView(result: ToolResultMessage, facts: ResultFacts = resultFacts(result)): Markup {
  const { diff } = facts;
  const changes = diff === undefined ? undefined : labelled("Changes", diffBox(diff, "changes"));
  const label = result.is_error ? "Error" : "Result";
  const output = labelled(label, markup`${result.content.map((block) => contentView(block, label))}`);
  return markup`${changes}${output}${detailsView(result.details, diff)}`;
}

function factsView(facts: ResultFacts | undefined): Markup | undefined {
  if (facts === undefined || facts.words.length === 0) return undefined;
  return markup`<span class="facts">${facts.words.join(" · ")}</span>`;
}

/** Open, unless the changes say it all. */
function argumentsView(call: ToolCallBlock, facts: ResultFacts | undefined): Markup {
  const { arguments: args, arguments_text } = call;
  if (arguments_text !== undefined)
    return labelled("Arguments, as the model wrote them (not JSON)", codeBox(arguments_text, "arguments"));
  const entries = Object.entries(args);
  if (entries.length === 0) return markup`<p class="note">No arguments.</p>`;
  const list = markup`<dl class="arguments">${entries.map(([name, value]) => argumentView(name, value))}</dl>`;
  if (facts?.diff === undefined) return labelled("Arguments", list);
  return fold({ className: "inner", summary: markup`Arguments`, content: list });
}

function argumentView(name: string, value: Json): Markup {
  const text = typeof value === "string" ? value : jsonText(value);
  const isShort = text.length <= INLINE_LENGTH && !text.includes("\n");
  const shown = isShort ? markup`<code>${text}</code>` : codeBox(text, "argument");
  return markup`<div><dt>${oneLine(name, NAME_LENGTH)}</dt><dd>${shown}</dd></div>`;
}

function contentView(block: UserContent, label: string): Markup {
  if (block.type === "text") return codeBox(withoutColours(block.text), label);
  if (block.type === "image") return imageView(block);
  return codeBox(jsonText(block), label);
}

function detailsView(details: Json | undefined, diff: string | undefined): Markup | undefined {
  if (details === undefined || details === null) return undefined;
  const rest =
    diff !== undefined && isObject(details)
      ? Object.fromEntries(Object.entries(details).filter(([name]) => name !== "diff"))
      : details;
  if (isObject(rest) && Object.keys(rest).length === 0) return undefined;
  return fold({
    className: "inner",
    summary: markup`Details`,
    content: codeBox(jsonText(rest), "details"),
  });
}

function labelled(label: string, content: Markup): Markup {
  return markup`<p class="label">${label}</p>${content}`;
}
