/** What a hook gets as its last argument. */

import { LetscodeError } from "../errors.ts";
import { oneLine } from "../one-line.ts";
import type { PluginConversation } from "./conversation.ts";
import type { HookCall } from "./hook-call.ts";
import type { HookContext } from "./hooks.ts";
import type { BuiltinContext, LoadedPlugin } from "./loaded-plugin.ts";
import type { PluginContext, PluginLog } from "./plugin.ts";
import type { PluginSurroundings } from "./port.ts";

/** The context of one call. Its parts are looked up when they are used: most hooks use none. */
export function createContext(
  { name }: LoadedPlugin,
  conversation: PluginConversation,
  call: HookCall,
  emit: HookContext["emit"] | undefined,
): BuiltinContext {
  const { port, lifetime } = conversation;
  return Object.freeze({
    name,
    workspace: port.workspace,
    get signal() {
      return call.signal;
    },
    log: createLog(name, port, () => lifetime.ended),
    get model() {
      return conversation.model;
    },
    async complete(request) {
      const release = call.hold();
      const caller = new Error("asked by");
      try {
        return await conversation.complete(request, { purpose: name, signal: call.signal, emit });
      } catch (thrown) {
        throw withCaller(thrown, caller);
      } finally {
        release();
      }
    },
    session: Object.freeze({
      get id() {
        return conversation.sessionId;
      },
      entries: (kind = name) => conversation.entries(kind),
      append: (data: unknown, kind: unknown = name) => conversation.append(data, kind),
    }),
    emit: (event) => emit?.(event),
  } satisfies BuiltinContext);
}

/**
 * The context of a call that has no limit of its own, as it is now. It has no getters: an object with getters of its own
 * gets a shape of its own, which lives far longer, and in every conversation such a call is part of every prompt.
 */
export function createPlainContext(
  { name }: LoadedPlugin,
  conversation: PluginConversation,
  signal: AbortSignal,
  emit: HookContext["emit"] | undefined,
): BuiltinContext {
  const { port, lifetime } = conversation;
  return {
    name,
    workspace: port.workspace,
    signal,
    log: createLog(name, port, () => lifetime.ended),
    model: conversation.model,
    complete: (request) => conversation.complete(request, { purpose: name, signal, emit }),
    session: {
      id: conversation.sessionId,
      entries: (kind = name) => conversation.entries(kind),
      append: (data: unknown, kind: unknown = name) => conversation.append(data, kind),
    },
    emit: (event) => emit?.(event),
  };
}

/** The error, whose stack leads to the plugin that asked: where nobody catches it, that tells whose it is. */
function withCaller(thrown: unknown, caller: Error): unknown {
  if (thrown instanceof Error) thrown.stack = `${thrown.stack}\n${caller.stack}`;
  return thrown;
}

/** A context where there is no conversation yet. */
export function createBareContext(
  { name }: LoadedPlugin,
  surroundings: PluginSurroundings,
  signal: AbortSignal,
): PluginContext {
  const none = (): never => {
    throw new LetscodeError("there is no conversation yet");
  };
  return Object.freeze({
    name,
    workspace: surroundings.workspace,
    signal,
    log: createLog(name, surroundings, () => false),
    get model() {
      return none();
    },
    complete: async () => none(),
    session: Object.freeze({ id: null, entries: none, append: none }),
  } satisfies PluginContext);
}

function createLog(name: string, to: PluginSurroundings, isOver: () => boolean): PluginLog {
  const said = (line: unknown) => to.redactor.text(`plugin ${oneLine(name)}: ${oneLine(String(line))}`);
  return Object.freeze({
    info: (line) => {
      if (!isOver()) to.detail?.(said(line));
    },
    warn: (line) => {
      if (!isOver()) to.report(said(line));
    },
  } satisfies PluginLog);
}
