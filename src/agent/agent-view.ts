/** An agent at one moment, as its state is handed out. */
import { contextTokens } from "../llm/context-tokens.ts";
import type { AgentState } from "./agent-options.ts";

/** The state, with what is counted only when somebody asks. */
export function viewOf(now: Omit<AgentState, "contextTokens">): AgentState {
  return Object.assign(Object.create(VIEW), now);
}

/** The getter is shared: an object with a getter of its own gets a shape of its own, which lives far longer than it. */
const VIEW = {
  get contextTokens(): number {
    return contextTokens((this as unknown as AgentState).messages);
  },
};
