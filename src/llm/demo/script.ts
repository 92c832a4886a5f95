/** What the demo says: a pure function of the messages, the offered tools and whether thinking is on. */
import type { StreamEvent } from "../../wire/stream.ts";
import type { LLMRequest } from "../client.ts";
import { type Answer, beginAnswer } from "./answer.ts";
import { type Conversation, readConversation } from "./conversation.ts";
import { DEMO_DESCRIPTION } from "./demo-description.ts";
import { DIRECTIVE_LIST, directivesByCall, readDirectives } from "./directives.ts";
import { describeResult, quote } from "./findings.ts";
import { type PlannedCall, planCalls } from "./plan-calls.ts";
import { play } from "./play-directives.ts";
import type { Script } from "./steps.ts";

const NO_TOOLS =
  "No tools are offered, so I can look at nothing: start letscode without --no-tools to let me.";

/** Writes the answer to a turn's request. */
export function* turnScript(request: LLMRequest): Script {
  const conversation = readConversation(request.messages);
  const answer = beginAnswer(inputCharacters(request), conversation.nextCall);
  const thinks = request.thinking !== "off";
  const found = readDirectives(conversation.prompt);
  if ("unknown" in found) {
    yield* answer.text(
      `${opening(conversation)}I do not know the directive ${quote(found.unknown)}. ${DIRECTIVE_LIST}`,
    );
    yield* answer.end();
    return answer.usage();
  }
  if (found.directives.length > 0) {
    const directives = directivesByCall(found.directives)[conversation.answers];
    if (directives !== undefined)
      return yield* play(directives, answer, { thinks, opening: opening(conversation) });
    yield* answer.text(findings(conversation));
  } else {
    yield* plainAnswer(conversation, request, answer, thinks);
  }
  yield* answer.end();
  return answer.usage();
}

/** Writes what a call outside a turn asks for: all a script can do is to list what was said. */
export function* outsideScript(request: LLMRequest): Script {
  const answer = beginAnswer(inputCharacters(request), 1);
  const prompts = request.messages.flatMap((message) => {
    const text =
      message.role === "user" ? message.content.find((block) => block.type === "text")?.text : undefined;
    return text === undefined ? [] : [`- ${quote(text)}`];
  });
  yield* answer.text(`Written by letscode's ${DEMO_DESCRIPTION}. It was given:\n\n${prompts.join("\n")}`);
  yield* answer.end();
  return answer.usage();
}

function* plainAnswer(
  conversation: Conversation,
  request: LLMRequest,
  answer: Answer,
  thinks: boolean,
): Generator<StreamEvent, void, void> {
  const { calls, why } = planCalls(conversation, new Set(request.tools.map(({ name }) => name)));
  if (thinks) yield* answer.thinking(thought(calls));
  if (calls.length === 0) {
    const missing = request.tools.length === 0 ? NO_TOOLS : why;
    yield* answer.text(
      `${opening(conversation)}${conversation.done.length === 0 ? missing : findings(conversation)}`,
    );
    return;
  }
  yield* answer.text(`${opening(conversation)}${why}`);
  for (const { name, path } of calls) yield* answer.call(name, JSON.stringify({ path }));
}

/** Says what this is, at the first words after the user's; quotes what was said in the middle of a run. */
function opening({ answers, steers, unanswered, images }: Conversation): string {
  if (answers > 0) return "";
  const left = unanswered === 1 ? "1 message before yours" : `${unanswered} messages before yours`;
  return [
    `This is letscode's ${DEMO_DESCRIPTION}.`,
    ...steers.map((steer) => `You say ${quote(steer)}.`),
    ...(unanswered > 0 ? [`I leave ${left} without an answer; send again what still matters.`] : []),
    ...(images > 0 ? ["A script cannot look at images."] : []),
    "",
  ].join(" ");
}

function findings({ done }: Conversation): string {
  if (done.length === 0) return "There are no results to speak of.";
  const lines = done.map((each) => `- ${describeResult(each)}`);
  return `What the results show:\n\n${lines.join("\n")}\n\nThat is as far as a script goes; choose a language model with --model PROVIDER/ID.`;
}

function thought(calls: readonly PlannedCall[]): string {
  if (calls.length === 0) return "There is nothing left to look at, so I say what the results show.";
  return `I look at ${calls.map(({ path }) => path).join(", ")} before I answer.`;
}

/** All text of the messages. The system prompt is left out: it differs between machines. */
function inputCharacters({ messages }: LLMRequest): number {
  let characters = 0;
  for (const { content } of messages)
    for (const block of content) {
      if (block.type === "text") characters += block.text.length;
      else if (block.type === "thinking") characters += block.thinking.length;
      else if (block.type === "tool_call")
        characters += block.name.length + JSON.stringify(block.arguments).length;
    }
  return characters;
}
