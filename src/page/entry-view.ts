/** The entries of a conversation, one article each. */
import { readUsage } from "../usage.ts";
import type { AssistantMessage, StopReason, UserContent } from "../wire/messages.ts";
import { counted, dollars, short, whole } from "./amounts.ts";
import { callAnchor } from "./call-anchor.ts";
import { callView, resultView } from "./call-view.ts";
import { codeBox } from "./code-box.ts";
import { fold } from "./fold.ts";
import { imageView } from "./image.ts";
import { jsonText } from "./json-text.ts";
import { markdown } from "./markdown.ts";
import { type Markup, markup } from "./markup.ts";
import type { Moments } from "./moments.ts";
import type { AnswerEntry, CompactionEntry, Entry, OtherEntry, PromptEntry } from "./transcript.ts";
import { oneLine } from "./visible-text.ts";

/** One entry as an article. */
export function entryView(entry: Entry, moments: Moments): Markup {
  if (entry.type === "prompt") return promptView(entry, moments);
  if (entry.type === "answer") return answerView(entry, moments);
  if (entry.type === "compaction") return compactionView(entry, moments);
  return otherView(entry, moments);
}

function promptView({ anchor, number, message }: PromptEntry, moments: Moments): Markup {
  const content = message.content.map(userContent);
  const meta = [markup`prompt ${number}`, moments.time(message.timestamp)];
  return article("prompt", anchor, "You", meta, markup`${content}`);
}

function userContent(block: UserContent): Markup {
  if (block.type === "text") return markdown(block.text, { breaks: true });
  if (block.type === "image") return imageView(block);
  return codeBox(jsonText(block), "content");
}

function answerView({ anchor, turn, message, results }: AnswerEntry, moments: Moments): Markup {
  let calls = 0;
  const content = message.content.map((block) => {
    if (block.type === "text") return markdown(block.text);
    if (block.type === "tool_call") return callView(block, results.get(block), callAnchor(anchor, ++calls));
    if (block.type !== "thinking") return codeBox(jsonText(block), "content");
    if (block.redacted === true)
      return markup`<p class="note">Thinking that the provider keeps to itself.</p>`;
    const summary = markup`Thinking <span class="facts">${counted(block.thinking.length, "character")}</span>`;
    return fold({ className: "thinking", summary, content: markdown(block.thinking) });
  });
  const usage = readUsage(message.usage);
  const input = usage.input_tokens + usage.cache_write_tokens + usage.cache_read_tokens;
  const meta = [
    markup`turn ${turn}`,
    moments.time(message.timestamp),
    markup`${short(input)} in, ${short(usage.output_tokens)} out`,
    ...(usage.cost_usd === null ? [] : [markup`${dollars(usage.cost_usd)}`]),
  ];
  const name = oneLine(message.model, 60);
  const end = endView(message);
  const nothing =
    message.content.length === 0 && end === undefined
      ? markup`<p class="note">An empty answer.</p>`
      : undefined;
  return article("answer", anchor, name === "" ? "Model" : name, meta, markup`${content}${nothing}${end}`);
}

const ENDS: Readonly<Record<Exclude<StopReason, "end_turn" | "tool_use">, string>> = {
  max_tokens: "Cut off: the model reached its output limit.",
  refusal: "The model refused to go on.",
  aborted: "Aborted.",
  error: "Failed",
};

/** What to know of an answer that did not come to its own end. */
function endView({ stop_reason, error_message }: AssistantMessage): Markup | undefined {
  if (stop_reason === "end_turn" || stop_reason === "tool_use") return undefined;
  if (stop_reason === null) return markup`<p class="end">Interrupted: this answer has no end.</p>`;
  const words = Object.hasOwn(ENDS, stop_reason) ? ENDS[stop_reason] : `Ended: ${stop_reason}`;
  if (stop_reason !== "error" || error_message === undefined) return markup`<p class="end">${words}</p>`;
  return markup`<p class="end">${words}: ${error_message}</p>`;
}

const TRIGGERS = { automatic: "automatically", manual: "on demand", overflow: "after the context was full" };

function compactionView(
  { anchor, number, message, compaction, keptFrom }: CompactionEntry,
  moments: Moments,
): Markup {
  const { summary, tokensBefore, tokensAfter, trigger, model, usage } = compaction;
  const meta = [
    markup`compaction ${number}`,
    moments.time(message.timestamp),
    ...(usage.cost_usd === null ? [] : [markup`${dollars(usage.cost_usd)}`]),
  ];
  const kept =
    keptFrom === undefined
      ? "No earlier message is sent as it was."
      : markup`The messages from <a href="#${keptFrom}">here</a> on are still sent as they were.`;
  const content = markup`<p>Older messages were summarised ${TRIGGERS[trigger]} by ${oneLine(model, 60)}:
    ${whole(tokensBefore)} tokens became ${whole(tokensAfter)}. ${kept}</p>
    ${fold({ className: "inner", summary: markup`Summary`, content: markdown(summary) })}`;
  return article("compaction", anchor, "Compaction", meta, content);
}

function otherView({ type, anchor, message }: OtherEntry, moments: Moments): Markup {
  const meta = [moments.time(message.timestamp)];
  if (type === "stray_result" && message.role === "tool_result") {
    const summary = markup`<span class="name">${oneLine(message.tool_name, 80)}</span> a result whose call is not here`;
    const content = fold({ className: "call", summary, content: resultView(message) });
    return article("other", anchor, "Tool", meta, content);
  }
  const isCustom = message.role === "custom";
  const title = isCustom ? oneLine(message.kind, 60) : "Another kind of message";
  const json = codeBox(jsonText(isCustom ? message.data : message), "data");
  const content = fold({ className: "inner", summary: markup`Data`, content: json });
  return article("other", anchor, title, meta, content);
}

function article(
  className: string,
  anchor: string,
  title: string,
  meta: readonly Markup[],
  content: Markup,
): Markup {
  const facts = meta.map((fact) => markup`<li>${fact}</li>`);
  return markup`<article class="${className}" id="${anchor}">
<header><h3><a href="#${anchor}">${title}</a></h3><ul class="meta">${facts}</ul></header>
${content}</article>
`;
}
