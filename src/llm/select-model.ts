/** Which model was chosen, before anything of it is loaded. */
import { UsageError } from "../errors.ts";

/** A model to be opened. */
export type ModelChoice =
  | { type: "demo" }
  /** `file` as it was given, relative to the working folder. */
  | { type: "replay"; file: string }
  | OpenAICompatibleChoice;

/** A server that speaks OpenAI's chat completions. */
export interface OpenAICompatibleChoice {
  type: "openai-compatible";
  /** Without a slash at its end. */
  baseUrl: string;
  /** Absent: the first model the server lists. */
  modelId?: string;
  /** Absent: the variable is not set. */
  apiKey?: string;
  /** The variable the key comes from. */
  apiKeyVariable: string;
  /** The user named the variable, so a missing key is an error of the first call. */
  apiKeyRequired: boolean;
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

/** The providers whose names are taken, so that no id is mistaken for one or one for an id. */
const PROVIDERS: readonly string[] = [
  "openai",
  "anthropic",
  "google",
  "openrouter",
  "groq",
  "mistral",
  "deepseek",
  "xai",
  "ollama",
  "lmstudio",
  "llamacpp",
  "vllm",
];

const COMPATIBLE = "openai-compatible";

/** How people get going; at most 80 columns. */
const SHORTEST_WAYS = `
  letscode --model demo                           built in, needs no key
  letscode --base-url http://127.0.0.1:8080/v1    any OpenAI-compatible server
  letscode --model replay/FILE                    plays a saved event stream`;

/**
 * The model that these options mean. The first of `--model`, LETSCODE_MODEL and the first of `--base-url`,
 * OPENAI_BASE_URL count. Throws a UsageError that says what is available.
 */
export function selectModel(options: ModelOptions): ModelChoice {
  const { environment } = options;
  const model = present(options.model) ?? present(environment.LETSCODE_MODEL);
  const baseUrl = present(options.baseUrl) ?? present(environment.OPENAI_BASE_URL);
  if (model === undefined) {
    if (baseUrl !== undefined) return compatible(options, baseUrl);
    throw new UsageError(`no model chosen. The shortest ways to get going:${SHORTEST_WAYS}`);
  }
  if (model === "demo") return { type: "demo" };
  const [provider, id] = splitAtSlash(model);
  if (provider === "replay") {
    if (present(id) === undefined)
      throw new UsageError("--model replay/FILE needs the file of a saved event stream");
    return { type: "replay", file: id };
  }
  if (PROVIDERS.includes(provider)) throw new UsageError(notYet(provider, model));
  if (baseUrl === undefined) throw new UsageError(noBaseUrl(provider, model));
  return compatible(options, baseUrl, provider === COMPATIBLE ? present(id) : model);
}

function compatible(options: ModelOptions, baseUrl: string, modelId?: string): OpenAICompatibleChoice {
  const apiKeyVariable = present(options.apiKeyEnv) ?? "OPENAI_API_KEY";
  const apiKey = present(options.environment[apiKeyVariable]);
  return {
    type: "openai-compatible",
    baseUrl: checkedUrl(options, baseUrl),
    ...(modelId === undefined ? {} : { modelId }),
    ...(apiKey === undefined ? {} : { apiKey }),
    apiKeyVariable,
    apiKeyRequired: present(options.apiKeyEnv) !== undefined,
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

function notYet(provider: string, model: string): string {
  return `--model ${model}: ${provider} is not built in yet.
Available are demo, replay/FILE and any OpenAI-compatible server:
  letscode --base-url URL --model ${COMPATIBLE}/ID [--api-key-env NAME]`;
}

function noBaseUrl(provider: string, model: string): string {
  if (provider === COMPATIBLE)
    return `--model ${model} needs the address of its server:
--base-url URL (or OPENAI_BASE_URL), such as http://127.0.0.1:8080/v1`;
  return `--model ${model} is not known here.
Available are demo, replay/FILE, and with --base-url URL any model of an
OpenAI-compatible server.`;
}

function splitAtSlash(model: string): [string, string] {
  const at = model.indexOf("/");
  return at < 0 ? [model, ""] : [model.slice(0, at), model.slice(at + 1)];
}

function present(value: string | undefined): string | undefined {
  const text = value?.trim();
  return text === "" ? undefined : text;
}
