/** Model providers of plugins. */
import type { LLMClient, LLMRequest, ModelStream, StreamOptions } from "../llm/client.ts";
import { oneLine } from "../one-line.ts";
import { usageOf, zeroUsage } from "../usage.ts";
import type { StreamEvent } from "../wire/stream.ts";
import { Complaints } from "./complaints.ts";
import { HOOK_LIMIT_MS, HookCall } from "./hook-call.ts";
import { described, WrongReturn } from "./json-copy.ts";
import { Lifetime } from "./lifetime.ts";
import type { LoadedPlugin } from "./loaded-plugin.ts";
import type { PluginProvider } from "./plugin.ts";
import { createBareContext } from "./plugin-context.ts";
import type { PluginSurroundings } from "./port.ts";
import { providerFailure } from "./provider-failure.ts";
import { asList, readItems } from "./read-list.ts";
import { readStreamEvent } from "./read-stream-event.ts";

const HOOK = "letscode_providers";
const WHAT = "providers";
const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

/** A provider of a plugin, chosen as `NAME/MODEL`. */
export interface HostedProvider {
  readonly name: string;
  /** The plugin it comes from. */
  readonly plugin: string;
  /** What it says it has; any other id may work as well. */
  readonly models: readonly { id: string; contextWindow: number | null }[];
  /** The model of this id. */
  open(model: string): LLMClient;
}

/** The plugins' providers in order, before there is a conversation. One with a name that is taken is refused in one line. */
export async function collectProviders(
  plugins: readonly LoadedPlugin[],
  surroundings: PluginSurroundings,
  taken: Iterable<string>,
): Promise<HostedProvider[]> {
  const lifetime = new Lifetime();
  const complaints = new Complaints(surroundings);
  const found: HostedProvider[] = [];
  const names = new Set(taken);
  for (const loaded of plugins) {
    const { plugin } = loaded;
    if (!plugin.letscode_providers) continue;
    const call = new HookCall({ lifetime, clock: surroundings.clock, limitMs: HOOK_LIMIT_MS });
    const context = createBareContext(loaded, surroundings, lifetime.signal);
    const outcome = await call.run(async () => asList(await plugin.letscode_providers?.(context), WHAT));
    const refuse = (problem: string) => complaints.add(loaded, HOOK, problem);
    if (outcome.type === "failed") refuse(outcome.problem);
    if (outcome.type !== "value") continue;
    const read = (given: object, at: string) => readProvider(given, at, loaded);
    found.push(...readItems(outcome.value, { what: WHAT, names, read, refuse }));
  }
  return found;
}

function readProvider(given: object, at: string, loaded: LoadedPlugin): HostedProvider {
  const provider = given as PluginProvider;
  const { name, models = [] } = provider;
  if (typeof name !== "string" || !NAME.test(name))
    throw new WrongReturn(`${at}.name: expected letters, digits, "_", "." and "-", got ${described(name)}`);
  if (typeof provider.stream !== "function") throw new WrongReturn(`${at}.stream: expected a function`);
  if (!Array.isArray(models))
    throw new WrongReturn(`${at}.models: expected an array, got ${described(models)}`);
  const listed = models.map((model: unknown, index) => readModel(model, `${at}.models[${index}]`));
  return {
    name,
    plugin: oneLine(loaded.name),
    models: listed,
    open: (model) => ({
      provider: name,
      model,
      contextWindow: listed.find(({ id }) => id === model)?.contextWindow ?? null,
      stream: (request, options) => stream(provider, model, request, options),
    }),
  };
}

function readModel(given: unknown, at: string): { id: string; contextWindow: number | null } {
  const { id, context_window = null } = (given ?? {}) as { id?: unknown; context_window?: unknown };
  if (typeof id !== "string" || id === "")
    throw new WrongReturn(`${at}.id: expected a text, got ${described(id)}`);
  if (context_window !== null && !(Number.isSafeInteger(context_window) && Number(context_window) > 0))
    throw new WrongReturn(
      `${at}.context_window: expected a number of tokens, got ${described(context_window)}`,
    );
  return { id, contextWindow: context_window as number | null };
}

/** One model call. Everything the plugin gives is checked: what is no event of an answer fails the call. */
async function* stream(
  provider: PluginProvider,
  model: string,
  request: LLMRequest,
  options: StreamOptions,
): ModelStream {
  let usage = zeroUsage();
  try {
    const events: AsyncIterable<StreamEvent> = provider.stream(model, structuredClone(request), options);
    for await (const given of events) {
      const event = readStreamEvent(given);
      if (event.type === "usage") usage = usageOf(event);
      yield event;
    }
  } catch (thrown) {
    throw providerFailure(thrown, provider.name);
  }
  return { usage };
}
