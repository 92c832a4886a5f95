/** What a host may ask about the conversation, answered on `done`. */
import type { Agent } from "../agent/agent.ts";
import { queueLengths } from "../agent/queue-lengths.ts";
import { messagesAfter } from "../agent/transcript-page.ts";
import { errorText } from "../errors.ts";
import type { LLMClient } from "../llm/client.ts";
import type {
  GetMessagesCommand,
  GetStateCommand,
  SetModelCommand,
  SetThinkingCommand,
} from "../wire/commands.ts";
import type { DoneMessage, StateReport } from "../wire/control.ts";

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
      queued: queueLengths(queues),
      usage,
      context_tokens: contextTokens,
    },
  };
}

function messagesAnswer(
  { state: { messages } }: Agent,
  after: string | undefined,
): Pick<DoneMessage, "messages" | "truncated"> | { problem: string } {
  const page = messagesAfter(messages, after);
  if (page) return page;
  return {
    problem: `get_messages.after: the conversation has no message ${JSON.stringify(after?.slice(0, 100))}`,
  };
}
