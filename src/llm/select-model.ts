/** Which model was chosen, before anything of it is loaded. */
import { UsageError } from "../errors.ts";
import {
  COMPATIBLE,
  type DialectName,
  findProvider,
  PROVIDERS,
  type ProviderSpec,
  providerWithKey,
} from "./providers.ts";
import type { Quirks } from "./quirks.ts";

/** A model to be opened. */
export type ModelChoice =
  | { type: "demo" }
  /** `file` as it was given, relative to the working folder. */
  | { type: "replay"; file: string }
  /** Nothing was named and no key is set: the first server that answers on its usual port of this machine. */
  | { type: "local" }
  | HttpChoice;

/** A model behind HTTP. */
export interface HttpChoice {
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
  /** The user named no model: one line that says which was taken, and why. */
  notice?: string;
}

/** What the choice is made from. Blank values count as absent. */
export interface ModelOptions {
  /** `PROVIDER/ID`; with a base URL also an id alone. */
  model?: string | undefined;
  baseUrl?: string | undefined;
  /** The name of the variable that holds the key. */
  apiKeyEnv?: string | undefined;
  environment: Readonly<Record<string, string | undefined>>;
}

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
  const { environment } = options;
  const model = present(options.model) ?? present(environment.LETSCODE_MODEL);
  if (model === undefined) return selectUnnamed(options);
  if (model === "demo") return { type: "demo" };
  const [name, id] = splitAtSlash(model);
  if (name === "replay") {
    if (present(id) === undefined)
      throw new UsageError("--model replay/FILE needs the file of a saved event stream");
    return { type: "replay", file: id };
  }
  const provider = findProvider(name);
  if (provider) return ofProvider(options, provider, present(id) ?? provider.defaultModel);
  const baseUrl = anyBaseUrl(options);
  if (baseUrl === undefined) throw new UsageError(noBaseUrl(name, model));
  return compatible(options, baseUrl, name === COMPATIBLE ? present(id) : model);
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
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    const source = present(baseUrl) === undefined ? "OPENAI_BASE_URL" : "--base-url";
    throw new UsageError(`${source} must begin with http:// or https://,\nsuch as http://127.0.0.1:8080/v1`);
  }
  url.hash = "";
  url.pathname = url.pathname.replace(/(\/chat\/completions)?\/*$/, "");
  return url.href.replace(/\/$/, "");
}

function noBaseUrl(provider: string, model: string): string {
  if (provider === COMPATIBLE)
    return `--model ${model} needs the address of its server:
--base-url URL (or OPENAI_BASE_URL), such as http://127.0.0.1:8080/v1`;
  return `--model ${model}: there is no provider of that name.
Known are demo, replay/FILE, ${COMPATIBLE} (with --base-url URL),
${PROVIDERS.map((known) => known.name)
  .join(", ")
  .replace(/(.{60,72}) /, "$1\n")}.`;
}

function splitAtSlash(model: string): [string, string] {
  const at = model.indexOf("/");
  return at < 0 ? [model, ""] : [model.slice(0, at), model.slice(at + 1)];
}

function present(value: string | undefined): string | undefined {
  const text = value?.trim();
  return text === "" ? undefined : text;
}
