/** The plugins of a process: found when they must be there, loaded when they are needed. */
import type { LLMClient } from "./llm/client.ts";
import { COMPATIBLE, PROVIDERS } from "./llm/providers.ts";
import type { FoundPlugin, PluginPlaces } from "./plugins/discover.ts";
import type { LoadedPlugin } from "./plugins/loaded-plugin.ts";
import type { HostedProvider } from "./plugins/plugin-providers.ts";
import type { PluginSurroundings } from "./plugins/port.ts";
import { userFolder } from "./user-folder.ts";

/** Where plugins are looked for and what they work in. */
export interface PluginOptions extends Omit<PluginPlaces, "shipped">, PluginSurroundings {
  environment: Readonly<Record<string, string | undefined>>;
  /** As `process.platform`. */
  platform: string;
  /** Whether this Node imports TypeScript by itself. */
  nativeTypeScript: boolean;
  /** Called before the first of them is loaded; never when there is none. */
  beforeLoad?(): Promise<void>;
}

/** All plugins but the built-in ones, and the model providers they bring. */
export interface Plugins {
  /** Looks for them; throws a UsageError when one that is named is not there. */
  find(): Promise<void>;
  /** Loads them, once. */
  load(): Promise<readonly LoadedPlugin[]>;
  /** The model of this name when a plugin's provider has it; loads the plugins, once. */
  findModel(name: string): Promise<LLMClient | undefined>;
  /** Their model providers; loads the plugins, once. */
  providers(): Promise<readonly HostedProvider[]>;
  /** The same as `findModel` among the plugins that are loaded. */
  loadedModel(name: string): LLMClient | undefined;
  /** Whether an error that nobody caught comes out of one of them. */
  threw(error: unknown): boolean;
}

/** Opens nothing and looks at nothing yet. */
export function openPlugins(options: PluginOptions): Plugins {
  let found: Promise<FoundPlugin[]> | undefined;
  let loaded: Promise<LoadedPlugin[]> | undefined;
  let providers: readonly HostedProvider[] = [];
  let isOurs = (_error: unknown) => false;

  const find = () => {
    found ??= import("./plugins/discover.ts").then(({ discoverPlugins }) =>
      discoverPlugins({ ...options, shipped: ["letscode-memory"] }),
    );
    return found;
  };
  const load = () => {
    loaded ??= loadAll();
    return loaded;
  };
  async function loadAll() {
    const all = await find();
    if (all.length === 0) return [];
    await options.beforeLoad?.();
    const { isFromPlugin } = await import("./plugins/is-from-plugin.ts");
    isOurs = (error) =>
      isFromPlugin(
        error,
        all.map(({ path }) => path),
      );
    const { loadPlugins } = await import("./plugins/load.ts");
    const { collectProviders } = await import("./plugins/plugin-providers.ts");
    const plugins = await loadPlugins(all, {
      ...options,
      shipped: { "letscode-memory": () => shippedMemory(options) },
    });
    const taken = ["demo", "replay", COMPATIBLE, ...PROVIDERS.map(({ name }) => name)];
    providers = await collectProviders(plugins, options, taken);
    return plugins;
  }
  const modelOf = (name: string) => {
    const slash = name.indexOf("/");
    const provider = slash < 0 ? undefined : providers.find((one) => one.name === name.slice(0, slash));
    return provider?.open(name.slice(slash + 1));
  };

  return {
    find: async () => void (await find()),
    load,
    async findModel(name) {
      await load();
      return modelOf(name);
    },
    async providers() {
      await load();
      return providers;
    },
    loadedModel: modelOf,
    threw: (error) => isOurs(error),
  };
}

async function shippedMemory(options: PluginOptions) {
  const { createMemory, memoryFolders } = await import("./plugins/memory/memory.ts");
  const { createNewId } = await import("./agent/new-id.ts");
  const { workspace, clock, redactor } = options;
  return createMemory({
    folders: memoryFolders(userFolder("data", options), workspace),
    newId: createNewId(),
    clock,
    redact: (text) => redactor.text(text),
  });
}
