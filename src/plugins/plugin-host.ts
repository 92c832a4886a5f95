/** All plugins of one conversation after the other, as the agent calls them. */
import type { Clock } from "../clock.ts";
import type { Decide } from "../permissions/decision.ts";
import type { Tool } from "../tools/tool.ts";
import type { Event } from "../wire/events.ts";
import { callHook } from "./call-hook.ts";
import { collect, type ListHook, type ReadItem } from "./collect.ts";
import { compactBy, isCompactor } from "./compact.ts";
import { PluginConversation } from "./conversation.ts";
import { decideByPlugin } from "./decide-by-plugin.ts";
import { HOOK_LIMIT_MS } from "./hook-call.ts";
import type { Hooks } from "./hooks.ts";
import type { HookName, LoadedPlugin } from "./loaded-plugin.ts";
import type { HostedCommand } from "./plugin-commands.ts";
import type { ConversationPort } from "./port.ts";
import { renderCustomMessage } from "./render-custom.ts";
import { changeSystemPrompt } from "./system-prompt.ts";
import { transformContext } from "./transform-context.ts";
import { Watcher } from "./watch-events.ts";

/** How long all plugins together may take to clean up when the process is about to leave. */
const LEAVING_LIMIT_MS = 2000;

/** What plugins may not name anew. */
export interface TakenNames {
  tools?: Iterable<string>;
  commands?: Iterable<string>;
}

/** The plugins in their order, and the conversation they are in now. */
export class PluginHost {
  readonly #plugins: readonly LoadedPlugin[];
  readonly #port: ConversationPort;
  readonly #taken: TakenNames;
  #conversation: PluginConversation;
  #watchers: readonly Watcher[] = [];
  #tools: readonly Tool[] = [];
  #commands: readonly HostedCommand[] = [];
  /** The change from one conversation to the next that goes on. */
  #changing = Promise.resolve();

  constructor(plugins: readonly LoadedPlugin[], port: ConversationPort, taken: TakenNames = {}) {
    this.#plugins = plugins;
    this.#port = port;
    this.#taken = taken;
    this.#conversation = new PluginConversation(port, port.sessionId());
  }

  /** The hooks that any plugin has; the same ones for every conversation. */
  get hooks(): Hooks {
    const transform = this.#with("letscode_transform_context");
    const render = this.#with("letscode_render_custom_message");
    const after = this.#with("letscode_after_tool_call");
    const prompt = this.#with("letscode_system_prompt");
    const compactor = this.#plugins.find(isCompactor);
    const now = () => this.#conversation;
    return {
      ...(transform.length > 0 && {
        transformContext: (history, context) => transformContext(history, transform, now(), context),
      }),
      ...(render.length > 0 && {
        renderCustomMessage: (message, context) => renderCustomMessage(message, render, now(), context),
      }),
      ...(after.length > 0 && {
        afterToolCall: async (call, context) => {
          const { afterToolCall } = await import("./after-tool-call.ts");
          return afterToolCall(call, after, now(), context);
        },
      }),
      ...(prompt.length > 0 && {
        systemPrompt: (text, context) => changeSystemPrompt(text, prompt, now(), context),
      }),
      ...(compactor && { compact: (...request) => compactBy(compactor, now(), ...request) }),
    };
  }

  /** One for each plugin that decides on calls, in order; to be asked before any other. */
  get deciders(): readonly Decide[] {
    return this.#with("letscode_before_tool_call").map((loaded) =>
      decideByPlugin(loaded, () => this.#conversation),
    );
  }

  /** Takes every event; never waits and never throws. */
  readonly sink = (event: Event): void => {
    for (const watcher of this.#watchers) watcher.see(event);
  };

  /** The plugins' tools in this conversation; known from `start` on. */
  get tools(): readonly Tool[] {
    return this.#tools;
  }

  /** The plugins' slash commands in this conversation; known from `start` on. */
  get commands(): readonly HostedCommand[] {
    return this.#commands;
  }

  /** Begins the conversation: the plugins set up, then their tools and commands are collected. Never rejects. */
  start(): Promise<void> {
    return this.#inTurn(() => this.#begin());
  }

  /**
   * Ends the conversation and begins the next one; contexts of the old one are of no use from now on. One that is called
   * while another goes on waits for it, so that each conversation has its start and its end. Never rejects.
   */
  restart(): Promise<void> {
    this.#conversation.close();
    const id = this.#port.sessionId();
    return this.#inTurn(async () => {
      await this.#end(HOOK_LIMIT_MS);
      this.#conversation = new PluginConversation(this.#port, id);
      await this.#begin();
    });
  }

  /** Ends the conversation for good, within two seconds. Never rejects. */
  end(): Promise<void> {
    return this.#inTurn(() => this.#end(LEAVING_LIMIT_MS));
  }

  async #begin(): Promise<void> {
    const conversation = this.#conversation;
    this.#watchers = this.#with("letscode_event").map((loaded) => new Watcher(loaded, conversation));
    for (const loaded of this.#with("letscode_session_start"))
      await callHook(loaded, "letscode_session_start", conversation, { lasting: true }, (context) =>
        loaded.plugin.letscode_session_start?.(context),
      );
    this.#tools = await this.#collect("letscode_tools", this.#taken.tools, async () =>
      (await import("./plugin-tools.ts")).readTool(conversation),
    );
    this.#commands = await this.#collect("letscode_commands", this.#taken.commands, async () =>
      (await import("./plugin-commands.ts")).readCommand(conversation),
    );
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#changing = this.#changing.then(work);
    return this.#changing;
  }

  async #collect<T extends { name: string }>(
    hook: ListHook,
    taken: Iterable<string> = [],
    reader: () => Promise<ReadItem<T>>,
  ): Promise<T[]> {
    const plugins = this.#with(hook);
    if (plugins.length === 0) return [];
    return collect(hook, plugins, this.#conversation, taken, await reader());
  }

  async #end(limitMs: number): Promise<void> {
    const { clock } = this.#port;
    const until = clock.now() + limitMs;
    const conversation = this.#conversation;
    if (conversation.lifetime.ended) return;
    conversation.close();
    await settled(
      this.#watchers.map((watcher) => watcher.caughtUp()),
      clock,
      limitMs,
    );
    conversation.end();
    const farewell = new PluginConversation(this.#port, conversation.sessionId, false);
    const left = Math.max(0, until - clock.now());
    await Promise.all(
      this.#with("letscode_session_end").map((loaded) =>
        callHook(loaded, "letscode_session_end", farewell, { limitMs: left }, (context) =>
          loaded.plugin.letscode_session_end?.(context),
        ),
      ),
    );
    farewell.end();
  }

  #with(hook: HookName): readonly LoadedPlugin[] {
    return this.#plugins.filter(({ plugin }) => plugin[hook] !== undefined);
  }
}

/** Resolves when all are done, or when the time is up. */
function settled(works: readonly Promise<void>[], clock: Clock, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(limitMs, resolve);
    void Promise.all(works).then(() => {
      cancel();
      resolve();
    });
  });
}
