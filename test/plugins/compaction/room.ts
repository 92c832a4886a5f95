/** An agent whose conversation is summarised, with other plugins beside. */
import { Agent } from "../../../src/agent/agent.ts";
import type { AgentOptions } from "../../../src/agent/agent-options.ts";
import { systemClock } from "../../../src/clock.ts";
import type { LLMClient } from "../../../src/llm/client.ts";
import { createCompaction } from "../../../src/plugins/compaction/compaction.ts";
import type { LoadedPlugin } from "../../../src/plugins/loaded-plugin.ts";
import type { Plugin } from "../../../src/plugins/plugin.ts";
import { PluginHost } from "../../../src/plugins/plugin-host.ts";
import { createRedactor } from "../../../src/secrets/redactor.ts";
import type { Tool } from "../../../src/tools/tool.ts";
import type { Event } from "../../../src/wire/events.ts";
import type { CustomMessage, Message, ModelMessage } from "../../../src/wire/messages.ts";
import { type Asked, long } from "./small-model.ts";

/** What it is made of beside the model. */
export interface RoomOptions extends Partial<AgentOptions> {
  /** Plugins before and after compaction. */
  before?: Record<string, Plugin>;
  after?: Record<string, Plugin>;
}

/** The agent, all its events, and what its plugins say to people. */
export interface CompactionRoom {
  agent: Agent;
  events: Event[];
  reports: string[];
  /** The messages that hold summaries. */
  compactions(): CustomMessage[];
}

/** Plugins are called as in the command. */
export function compactionRoom(
  model: LLMClient,
  { before, after, ...more }: RoomOptions = {},
): CompactionRoom {
  const events: Event[] = [];
  const reports: string[] = [];
  let ids = 0;
  const newId = () => `n${++ids}`;
  const clock = systemClock;
  const compaction = createCompaction({
    newId,
    clock,
    render: async (message, context) => host.hooks.renderCustomMessage?.(message, context),
  });
  const named = (plugins: Record<string, Plugin> = {}): LoadedPlugin[] =>
    Object.entries(plugins).map(([name, plugin]) => ({ name, file: `/${name}.mjs`, plugin }));
  const host: PluginHost = new PluginHost(
    [...named(before), { name: "compaction", file: null, plugin: compaction }, ...named(after)],
    {
      workspace: "/ws",
      clock,
      redactor: createRedactor([]),
      newId,
      model: () => agent.state.model,
      sessionId: () => null,
      messages: () => agent.state.messages,
      append: (message) => agent.append(message),
      report: (line) => void reports.push(line),
    },
  );
  const agent: Agent = new Agent({ model, hooks: host.hooks, newId, clock, ...more });
  agent.subscribe((event) => void events.push(event));
  return {
    agent,
    events,
    reports,
    compactions: () =>
      agent.state.messages.filter(
        (message): message is CustomMessage => message.role === "custom" && message.kind === "compaction",
      ),
  };
}

/** A tool whose results are 300 tokens long. */
export const look: Tool = {
  name: "look",
  description: "Looks.",
  parameters: { type: "object", properties: {} },
  access: () => ({ kind: "read" }),
  execute: async ({ at }) => ({ content: [{ type: "text", text: `seen ${at} ${long("r", 300)}` }] }),
};

/** The messages of a call, each in a few words. */
export function briefs(asked: Asked | undefined): string[] | undefined {
  return asked?.request.messages.map(brief);
}

/** A message in a few words. */
export function brief(message: Message | ModelMessage): string {
  if (message.role === "custom") return `custom ${message.kind}`;
  const words = message.content.map((block) => {
    if (block.type === "text") return block.text.slice(0, 12);
    return block.type === "tool_call" ? `call ${block.tool_call_id}` : block.type;
  });
  const of = message.role === "tool_result" ? ` of ${message.tool_call_id}` : "";
  return `${message.role}${of}: ${words.join(", ")}`;
}
