/** Which model was chosen, before anything of it is loaded. */
import { UsageError } from "../errors.ts";
import { type HeaderTexts, resolveHeaders } from "./configured-headers.ts";
import {
  type ConfiguredModel,
  describedInfo,
  findConfigured,
  providerOf,
  serverName,
} from "./configured-model.ts";
import type { ModelInfo } from "./model-info.ts";
import {
  COMPATIBLE,
  type DialectName,
  findProvider,
  PROVIDERS,
  type ProviderSpec,
  providerWithKey,
} from "./providers.ts";
import type { Quirks } from "./quirks.ts";
import { isHttpUrl } from "./sendable.ts";

/** A model to be opened. */
export type ModelChoice =
  | { type: "demo" }
  /** `file` as it was given, relative to the working folder. */
  | { type: "replay"; file: string }
  /** Nothing was named and no key is set: the first server that answers on its usual port of this machine. */
  | ({ type: "local" } & Configured)
  | HttpChoice;

/** What configuration says of every request. */
interface Configured {
  /** As they are sent, by lower-case name. */
  headers?: Readonly<Record<string, string>>;
  /** The most tokens an answer may have. */
  maxOutputTokens?: number;
}

/** A model behind HTTP. */
export interface HttpChoice extends Configured {
  type: "http";
  provider: string;
  dialect: DialectName;
  /** Without a slash at its end. */
  baseUrl: string;
  /** Absent: the first model the server lists. */
  modelId?: string;
  /** Absent: the variable is not set. */
  apiKey?: string;
  /** The variable the key comes from. */
  apiKeyVariable: string;
  /** A missing key is an error of the first call. */
  apiKeyRequired: boolean;
  quirks?: Partial<Quirks>;
  /** What the user says of the model. */
  info?: Partial<ModelInfo>;
  /** The user named no model: one line that says which was taken, and why. */
  notice?: string;
}

/** What the choice is made from. Blank values count as absent. */
export interface ModelOptions {
  /** `PROVIDER/ID`; with a base URL also an id alone. */
  model?: string | undefined;
  /** Where `model` was written, for messages: a flag, a variable, a place in a file. Absent: `--model`. */
  modelSource?: string | undefined;
  baseUrl?: string | undefined;
  /** The name of the variable that holds the key. */
  apiKeyEnv?: string | undefined;
  /** Models the user describes; they are found before any other. */
  models?: readonly ConfiguredModel[] | undefined;
  /** Sent with every request; `$NAME` is the value of a variable. */
  headers?: HeaderTexts | undefined;
  /** The most tokens an answer may have. */
  maxOutputTokens?: number | undefined;
  environment: Readonly<Record<string, string | undefined>>;
}

/** The code of the UsageError for a name whose provider is not known. */
export const UNKNOWN_PROVIDER = "unknown_provider";

/** How people get going; at most 80 columns. */
export const SHORTEST_WAYS = `
  letscode --model demo                           built in, needs no key
  letscode --base-url http://127.0.0.1:8080/v1    any OpenAI-compatible server
  letscode --model replay/FILE                    plays a saved event stream`;

/**
 * The model that these options mean. The first of `--model`, LETSCODE_MODEL counts; without one a base URL, then the
 * first provider whose key is set, then whatever server answers on this machine. Throws a UsageError that says what is
 * available.
 */
export function selectModel(options: ModelOptions): ModelChoice {
  const model = present(options.model) ?? present(options.environment.LETSCODE_MODEL);
  const described = model === undefined ? undefined : findConfigured(options.models ?? [], model);
  const choice = described ? ofConfigured(options, described) : select(options, model);
  if (choice.type === "demo" || choice.type === "replay") return choice;
  return { ...choice, ...configured(options, described) };
}

function select(options: ModelOptions, model: string | undefined): ModelChoice {
  if (model === undefined) return selectUnnamed(options);
  if (model === "demo") return { type: "demo" };
  const [name, id] = splitAtSlash(model);
  if (name === "replay") {
    if (present(id) === undefined)
      throw new UsageError(`${named(options, model)}: expected replay/FILE, a saved event stream`);
    return { type: "replay", file: id };
  }
  const provider = findProvider(name);
  if (provider) return ofProvider(options, provider, present(id) ?? provider.defaultModel);
  const baseUrl = anyBaseUrl(options);
  if (baseUrl === undefined) throw noBaseUrl(name, named(options, model));
  return compatible(options, baseUrl, name === COMPATIBLE ? present(id) : model);
}

function ofConfigured(options: ModelOptions, described: ConfiguredModel): HttpChoice {
  const name = providerOf(described);
  const own = {
    ...options,
    baseUrl: present(options.baseUrl) ?? described.baseUrl,
    apiKeyEnv: present(options.apiKeyEnv) ?? described.apiKeyEnv,
  };
  const provider = findProvider(name);
  const baseUrl = anyBaseUrl(own);
  if (!provider && baseUrl === undefined) throw noBaseUrl(name, named(options, described.id));
  const choice = provider
    ? ofProvider(own, provider, serverName(described))
    : compatible(own, baseUrl ?? "", serverName(described));
  const quirks = { ...choice.quirks, ...described.quirks };
  return {
    ...choice,
    // A server of the user's own may want none, or another one in a header.
    apiKeyRequired: own.apiKeyEnv !== undefined || (described.baseUrl === undefined && choice.apiKeyRequired),
    ...(Object.keys(quirks).length === 0 ? {} : { quirks }),
    info: describedInfo(described),
  };
}

/** The headers and the limit of the described model over those for all. */
function configured(options: ModelOptions, described: ConfiguredModel | undefined): Configured {
  const headers = {
    ...resolveHeaders(options.headers ?? {}, options.environment),
    ...resolveHeaders(described?.headers ?? {}, options.environment),
  };
  const maxOutputTokens = described?.maxOutputTokens ?? options.maxOutputTokens;
  return {
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
  };
}

function selectUnnamed(options: ModelOptions): ModelChoice {
  const baseUrl = anyBaseUrl(options);
  if (baseUrl !== undefined) return compatible(options, baseUrl);
  const provider = providerWithKey(options.environment);
  if (provider === undefined) return { type: "local" };
  const choice = ofProvider(options, provider, provider.defaultModel);
  const used = `using ${choice.provider}/${choice.modelId}, since ${choice.apiKeyVariable} is set`;
  return { ...choice, notice: `${used} (--model chooses another)` };
}

function anyBaseUrl({ baseUrl, environment }: ModelOptions): string | undefined {
  return present(baseUrl) ?? present(environment.OPENAI_BASE_URL);
}

function ofProvider(options: ModelOptions, provider: ProviderSpec, modelId: string | undefined): HttpChoice {
  const { name, dialect, baseUrlVariable, local, quirks } = provider;
  const elsewhere = baseUrlVariable && options.environment[baseUrlVariable];
  const baseUrl = present(options.baseUrl) ?? present(elsewhere) ?? provider.baseUrl;
  return {
    type: "http",
    provider: name,
    dialect,
    baseUrl: checkedUrl(options, baseUrl),
    ...(modelId === undefined ? {} : { modelId }),
    ...key(options, provider.keyVariables, !local),
    ...(quirks === undefined ? {} : { quirks }),
  };
}

function compatible(options: ModelOptions, baseUrl: string, modelId?: string): HttpChoice {
  return {
    type: "http",
    provider: COMPATIBLE,
    dialect: "chat",
    baseUrl: checkedUrl(options, baseUrl),
    ...(modelId === undefined ? {} : { modelId }),
    ...key(options, ["OPENAI_API_KEY"], false),
  };
}

function key(
  { apiKeyEnv, environment }: ModelOptions,
  usual: readonly [string, ...string[]],
  required: boolean,
): Pick<HttpChoice, "apiKey" | "apiKeyVariable" | "apiKeyRequired"> {
  const named = present(apiKeyEnv);
  const variable = named ?? usual.find((one) => present(environment[one])) ?? usual[0];
  const apiKey = present(environment[variable]);
  return {
    ...(apiKey === undefined ? {} : { apiKey }),
    apiKeyVariable: variable,
    apiKeyRequired: named !== undefined || required,
  };
}

function checkedUrl({ baseUrl }: ModelOptions, text: string): string {
  if (!isHttpUrl(text)) {
    const source = present(baseUrl) === undefined ? "OPENAI_BASE_URL" : "--base-url";
    throw new UsageError(`${source} must begin with http:// or https://,\nsuch as http://127.0.0.1:8080/v1`);
  }
  const url = new URL(text);
  url.hash = "";
  url.pathname = url.pathname.replace(/(\/chat\/completions)?\/*$/, "");
  return url.href.replace(/\/$/, "");
}

function noBaseUrl(provider: string, model: string): UsageError {
  if (provider === COMPATIBLE)
    return new UsageError(`${model} needs the address of its server:
--base-url URL (or OPENAI_BASE_URL), such as http://127.0.0.1:8080/v1`);
  const known = PROVIDERS.map(({ name }) => name)
    .join(", ")
    .replace(/(.{60,72}) /, "$1\n");
  return new UsageError(
    `${model}: there is no provider of that name.
Known are demo, replay/FILE, ${COMPATIBLE} (with --base-url URL),
${known}.`,
    UNKNOWN_PROVIDER,
  );
}

/** The model with the place it comes from. */
function named({ model: given, modelSource }: ModelOptions, model: string): string {
  const source = present(given) === undefined ? "LETSCODE_MODEL" : (modelSource ?? "--model");
  return source.startsWith("-") ? `${source} ${model}` : `model ${model} (${source})`;
}

function splitAtSlash(model: string): [string, string] {
  const at = model.indexOf("/");
  return at < 0 ? [model, ""] : [model.slice(0, at), model.slice(at + 1)];
}

function present(value: string | undefined): string | undefined {
  const text = value?.trim();
  return text === "" ? undefined : text;
}
