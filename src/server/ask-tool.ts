/** The tool `ask_user`: the model asks the person behind the client. */
import { type Tool, textOutput } from "../tools/tool.ts";
import type { AskOwner } from "./owner-link.ts";

/** The tool; whoever owns the session passes the question on. */
export function createAskTool(ask: AskOwner): Tool {
  return {
    name: "ask_user",
    description:
      "Ask the user a question and wait for the answer. Use it when a decision is theirs to make and nothing in the conversation or the files settles it; never for what you can find out yourself.",
    parameters: {
      type: "object",
      properties: {
        question: { type: "string", description: "One question, complete in itself." },
        choices: {
          type: "array",
          items: { type: "string" },
          description: "Answers to choose from, when there are few. The user may still answer otherwise.",
        },
      },
      required: ["question"],
    },
    // Asking is the consent.
    access: () => ({ kind: "read" }),
    async execute({ question, choices }, { toolCallId, signal }) {
      const { answer } = await ask(
        "user.ask",
        { question: question as string, ...(choices === undefined ? {} : { choices: choices as string[] }) },
        { signal, toolCallId },
      );
      return textOutput(answer.toWellFormed());
    },
  };
}
