/** What there is to choose from: providers with their keys, and models with their limits and prices. */
import { CATALOGUE_DATE, cataloguedModels, findModel } from "./catalogue.ts";
import { type ConfiguredModel, describedInfo, fullName, providerOf, serverName } from "./configured-model.ts";
import { DEMO_DESCRIPTION } from "./demo/demo-description.ts";
import type { ModelInfo } from "./model-info.ts";
import { type ProbeOptions, probe } from "./probe.ts";
import { COMPATIBLE, PROVIDERS, type ProviderSpec } from "./providers.ts";
import { isLoopback } from "./proxy.ts";

/** Where a key comes from, and whether it is there. */
export interface ListedKey {
  variable: string;
  set: boolean;
}

/** A model of the list. What is absent is not known. */
export interface ListedModel extends Partial<ModelInfo> {
  /** `PROVIDER/ID`, as `--model` takes it. */
  id: string;
  source: "built-in" | "catalogue" | "configuration" | "server" | "plugin";
  /** Undefined: it takes none. */
  key?: ListedKey;
  /** The day of the price, when it is the catalogue's. */
  priceDate?: string;
  /** The address of its own that a configured model has. */
  baseUrl?: string;
}

/** A provider of the list. */
export interface ListedProvider {
  name: string;
  /** What it is, for what is no server. */
  description?: string;
  key?: ListedKey;
  /** Absent: no address is known. */
  baseUrl?: string;
  /** The variable or flag that gave another address than the usual one. */
  baseUrlFrom?: string;
  /** A server that was asked: whether it answered with a list. */
  answers?: boolean;
  models: ListedModel[];
}

/** What the list is made from. */
export interface ListingOptions extends ProbeOptions {
  environment: Readonly<Record<string, string | undefined>>;
  /** `--base-url`. */
  baseUrl?: string | undefined;
  models?: readonly ConfiguredModel[] | undefined;
  /** The providers, in order. */
  providers?: readonly ProviderSpec[];
}

/**
 * Every provider in the table's order, `demo` first and `openai-compatible` last. Servers on this machine are asked at
 * once for what they have; nobody else is asked anything.
 */
export function listModels(options: ListingOptions): Promise<ListedProvider[]> {
  const { environment, baseUrl, providers = PROVIDERS } = options;
  const anywhere = present(baseUrl) ?? present(environment.OPENAI_BASE_URL);
  const compatible: ListedProvider = {
    name: COMPATIBLE,
    key: keyOf(["OPENAI_API_KEY"], environment),
    ...(anywhere === undefined
      ? {}
      : { baseUrl: anywhere, baseUrlFrom: present(baseUrl) ? "--base-url" : "OPENAI_BASE_URL" }),
    models: [],
  };
  const demo: ListedModel = {
    id: "demo",
    source: "built-in",
    images: false,
    thinking: true,
    price: { input: 0, output: 0 },
  };
  return Promise.all([
    { name: "demo", description: DEMO_DESCRIPTION, models: [demo] },
    { name: "replay/FILE", description: "plays a saved run", models: [] },
    ...providers.map((provider) => {
      const listed = ofProvider(provider, options);
      return provider.local ? withServer(listed, options) : listed;
    }),
    withServer({ ...compatible, models: configured(COMPATIBLE, options) }, options),
  ]);
}

function ofProvider(provider: ProviderSpec, options: ListingOptions): ListedProvider {
  const { name, baseUrlVariable, keyVariables, local, defaultModel } = provider;
  const { environment } = options;
  const elsewhere = baseUrlVariable === undefined ? undefined : present(environment[baseUrlVariable]);
  const key = keyOf(keyVariables, environment);
  const own = configured(name, options);
  const catalogued = cataloguedModels().filter((model) => model.provider === name);
  const ids = catalogued.map(({ id }) => id);
  if (defaultModel !== undefined && !ids.includes(defaultModel)) ids.push(defaultModel);
  const known = ids.map((id): ListedModel => {
    const info = catalogued.find((model) => model.id === id);
    return { ...(info && infoOf(info)), id: `${name}/${id}`, source: "catalogue", key };
  });
  return {
    name,
    // A server of this machine takes a key only if it is set to.
    ...(local && !key.set ? {} : { key }),
    baseUrl: elsewhere ?? provider.baseUrl,
    ...(elsewhere === undefined ? {} : { baseUrlFrom: baseUrlVariable ?? "" }),
    models: [
      ...known.map((model) => own.find(({ id }) => id === model.id) ?? model),
      ...own.filter(({ id }) => !known.some((model) => model.id === id)),
    ],
  };
}

function configured(provider: string, { models = [], environment }: ListingOptions): ListedModel[] {
  const usual =
    PROVIDERS.find(({ name }) => name === provider)?.keyVariables ?? (["OPENAI_API_KEY"] as const);
  return models
    .filter((model) => providerOf(model) === provider)
    .map((model) => {
      const catalogued = findModel(provider, serverName(model));
      const info = { ...(catalogued && infoOf(catalogued)), ...describedInfo(model) };
      if (model.price) delete info.priceDate;
      return {
        ...info,
        id: fullName(model),
        source: "configuration",
        key: keyOf(model.apiKeyEnv === undefined ? usual : [model.apiKeyEnv], environment),
        ...(model.baseUrl === undefined ? {} : { baseUrl: model.baseUrl }),
      };
    });
}

function infoOf({
  contextWindow,
  maxOutputTokens,
  images,
  thinking,
  price,
}: ModelInfo): Partial<ModelInfo> & {
  priceDate?: string;
} {
  return {
    contextWindow,
    maxOutputTokens,
    images,
    ...(thinking === undefined ? {} : { thinking }),
    price,
    priceDate: CATALOGUE_DATE,
  };
}

/** With what the server lists, when it is one of this machine. */
async function withServer(provider: ListedProvider, options: ListingOptions): Promise<ListedProvider> {
  const { baseUrl, name } = provider;
  if (baseUrl === undefined || !URL.canParse(baseUrl) || !isLoopback(new URL(baseUrl).hostname))
    return provider;
  const ids = await probe(baseUrl, options, new AbortController().signal);
  const found = (ids ?? []).map(
    (id): ListedModel => ({
      ...(findModel(name, id) && infoOf(findModel(name, id) as ModelInfo)),
      id: `${name}/${id}`,
      source: "server",
      ...(provider.key && { key: provider.key }),
    }),
  );
  const known = new Set(provider.models.map(({ id }) => id));
  return {
    ...provider,
    answers: ids !== undefined,
    models: [...provider.models, ...found.filter(({ id }) => !known.has(id))],
  };
}

function keyOf(
  variables: readonly [string, ...string[]],
  environment: ListingOptions["environment"],
): ListedKey {
  const found = variables.find((variable) => present(environment[variable]));
  return { variable: found ?? variables[0], set: found !== undefined };
}

function present(value: string | undefined): string | undefined {
  const text = value?.trim();
  return text === "" ? undefined : text;
}
