/** A plugin that is there to be used. */
import type { ErrorEvent } from "../wire/events.ts";
import type { CustomMessage, Message } from "../wire/messages.ts";
import type { RetryEvent } from "../wire/stream.ts";
import type { CompactRequest } from "./hooks.ts";
import type { Plugin, PluginContext } from "./plugin.ts";

/** The names of all hooks of a plugin. */
export type HookName = keyof Plugin;

/** A plugin under its name. */
export interface LoadedPlugin {
  /** Of its package, or of its file without the ending; unique is only what it is loaded from. */
  readonly name: string;
  /** The real path of the file it was loaded from; null when it is part of letscode. */
  readonly file: string | null;
  /** Its hooks, each a function. They are called as methods of this object. */
  readonly plugin: Plugin | BuiltinPlugin;
}

/** What a built-in plugin gets beside the rest. */
export interface BuiltinContext extends PluginContext {
  /** Tells of a retry or of a failure in the run, at once; where there is no run, nothing happens. */
  emit(event: RetryEvent | ErrorEvent): void;
}

/**
 * A plugin of letscode's own: trusted to keep to its word. It has no time limit and sees the history itself, not a copy,
 * which it must not change.
 */
export interface BuiltinPlugin
  extends Omit<Plugin, "letscode_transform_context" | "letscode_render_custom_message"> {
  readonly trusted: true;
  letscode_transform_context?(
    history: readonly Message[],
    context: BuiltinContext,
  ): Promise<readonly Message[] | undefined>;
  letscode_render_custom_message?: Plugin["letscode_render_custom_message"];
  /** Summarises: as `Hooks.compact`. The first plugin that has it is the one. */
  compact?(
    history: readonly Message[],
    request: CompactRequest,
    context: BuiltinContext,
  ): Promise<CustomMessage | undefined>;
}

/** Whether the plugin is one of letscode's own. */
export function isBuiltin(plugin: Plugin | BuiltinPlugin): plugin is BuiltinPlugin {
  return "trusted" in plugin && plugin.trusted;
}
