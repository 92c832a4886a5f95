/** What a host may ask about the conversation, answered on `done`. */
import { Buffer } from "node:buffer";
import type { Agent } from "../agent/agent.ts";
import { errorText } from "../errors.ts";
import type { LLMClient } from "../llm/client.ts";
import type {
  GetMessagesCommand,
  GetStateCommand,
  SetModelCommand,
  SetThinkingCommand,
} from "../wire/commands.ts";
import type { DoneMessage, StateReport } from "../wire/control.ts";
import type { CustomMessage, Message } from "../wire/messages.ts";
import { MAX_LINE_BYTES } from "../wire/version.ts";

/** How much of a transcript goes into one line: far from the longest, so that it passes any queue. */
const MOST_BYTES = MAX_LINE_BYTES / 4;

/** A command that is answered at once, whatever goes on. */
export type StateCommand = GetStateCommand | GetMessagesCommand | SetModelCommand | SetThinkingCommand;

/** Runs such a command: what its `done` carries, or what is wrong with it. `openModel` throws for a model it cannot choose. */
export function answerNow(
  command: StateCommand,
  agent: Agent,
  openModel: (name: string) => LLMClient,
): Omit<DoneMessage, "type" | "id"> | { problem: string } {
  switch (command.cmd) {
    case "get_state":
      return stateAnswer(agent);
    case "get_messages":
      return messagesAnswer(agent, command.after);
    case "set_thinking":
      agent.setThinking(command.level);
      return {};
    case "set_model":
      if (command.model.trim() === "")
        return { problem: "set_model.model: expected a name, got only blanks" };
      try {
        agent.setModel(openModel(command.model));
        return {};
      } catch (thrown) {
        return { problem: `set_model.model: ${errorText(thrown)}` };
      }
  }
}

function stateAnswer(agent: Agent): { state: StateReport } {
  const { session, model, thinking, running, messages, queues, usage, contextTokens } = agent.state;
  return {
    state: {
      session,
      model: { provider: model.provider, id: model.model, context_window: model.contextWindow ?? null },
      thinking,
      running,
      messages_count: messages.length,
      last_message_id: messages.at(-1)?.id ?? null,
      queued: { steer: queues.steer.length, follow_up: queues.followUp.length },
      usage,
      context_tokens: contextTokens,
    },
  };
}

function messagesAnswer(
  { state: { messages } }: Agent,
  after: string | undefined,
): Pick<DoneMessage, "messages" | "truncated"> | { problem: string } {
  const from = after === undefined ? 0 : messages.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && from === 0)
    return {
      problem: `get_messages.after: the conversation has no message ${JSON.stringify(after.slice(0, 100))}`,
    };
  const answer: Message[] = [];
  let bytes = 0;
  for (const message of messages.slice(from)) {
    bytes += Buffer.byteLength(JSON.stringify(message));
    if (bytes > MOST_BYTES && answer.length > 0) return { messages: answer, truncated: true };
    answer.push(message);
  }
  return { messages: answer };
}

/** What `compact` answers, from the message that holds the summary. */
export function compactionAnswer(message: CustomMessage | undefined): Pick<DoneMessage, "compaction"> {
  if (!message) return { compaction: null };
  const { data } = message;
  const count = (name: string) => {
    const value = typeof data === "object" && data !== null && !Array.isArray(data) ? data[name] : undefined;
    return typeof value === "number" ? value : 0;
  };
  return {
    compaction: {
      message_id: message.id,
      tokens_before: count("tokens_before"),
      tokens_after: count("tokens_after"),
    },
  };
}
