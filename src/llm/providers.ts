/** The providers letscode knows by name, in the order in which one is chosen when the user names no model. */
import type { Quirks } from "./quirks.ts";

/** How a provider is spoken to. */
export type DialectName = "chat" | "responses" | "messages" | "generate";

/** A provider. */
export interface ProviderSpec {
  name: string;
  dialect: DialectName;
  baseUrl: string;
  /** The variable that may give another address. */
  baseUrlVariable?: string;
  /** The variables a key may be in; the first that is set counts. */
  keyVariables: readonly [string, ...string[]];
  /** A server on this machine: it needs no key, and is looked for when nothing else is chosen. */
  local?: boolean;
  /** The model to use when none is named; absent: the first the server lists. */
  defaultModel?: string;
  quirks?: Partial<Quirks>;
}

/** Every provider but `openai-compatible`, which is any server. */
export const PROVIDERS: readonly ProviderSpec[] = [
  {
    name: "openai",
    dialect: "responses",
    baseUrl: "https://api.openai.com/v1",
    baseUrlVariable: "OPENAI_BASE_URL",
    keyVariables: ["OPENAI_API_KEY"],
    defaultModel: "gpt-6.2-sol",
  },
  {
    name: "anthropic",
    dialect: "messages",
    baseUrl: "https://api.anthropic.com",
    baseUrlVariable: "ANTHROPIC_BASE_URL",
    keyVariables: ["ANTHROPIC_API_KEY"],
    defaultModel: "claude-sonnet-5-5",
  },
  {
    name: "google",
    dialect: "generate",
    baseUrl: "https://generativelanguage.googleapis.com",
    keyVariables: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
    defaultModel: "gemini-4-hydrogen",
  },
  {
    name: "openrouter",
    dialect: "chat",
    baseUrl: "https://openrouter.ai/api/v1",
    keyVariables: ["OPENROUTER_API_KEY"],
    defaultModel: "openrouter/auto",
  },
  {
    name: "groq",
    dialect: "chat",
    baseUrl: "https://api.groq.com/openai/v1",
    keyVariables: ["GROQ_API_KEY"],
    defaultModel: "openai/gpt-oss-120b",
  },
  {
    name: "mistral",
    dialect: "chat",
    baseUrl: "https://api.mistral.ai/v1",
    keyVariables: ["MISTRAL_API_KEY"],
    defaultModel: "mistral-medium-latest",
    quirks: { usageOption: false },
  },
  {
    name: "deepseek",
    dialect: "chat",
    baseUrl: "https://api.deepseek.com/v1",
    keyVariables: ["DEEPSEEK_API_KEY"],
    defaultModel: "deepseek-flash",
    quirks: { echoThinking: "reasoning_content" },
  },
  {
    name: "xai",
    dialect: "chat",
    baseUrl: "https://api.x.ai/v1",
    keyVariables: ["XAI_API_KEY"],
    defaultModel: "grok-4.7",
  },
  {
    name: "ollama",
    dialect: "chat",
    baseUrl: "http://127.0.0.1:11434/v1",
    keyVariables: ["OLLAMA_API_KEY"],
    local: true,
  },
  {
    name: "lmstudio",
    dialect: "chat",
    baseUrl: "http://127.0.0.1:1234/v1",
    keyVariables: ["LMSTUDIO_API_KEY"],
    local: true,
  },
  {
    name: "llamacpp",
    dialect: "chat",
    baseUrl: "http://127.0.0.1:8080/v1",
    keyVariables: ["LLAMA_API_KEY"],
    local: true,
  },
  {
    name: "vllm",
    dialect: "chat",
    baseUrl: "http://127.0.0.1:8000/v1",
    keyVariables: ["VLLM_API_KEY"],
    local: true,
  },
];

/** Any server that speaks OpenAI's chat completions. */
export const COMPATIBLE = "openai-compatible";

/** The provider of this name; undefined for none and for `openai-compatible`. */
export function findProvider(name: string): ProviderSpec | undefined {
  return PROVIDERS.find((provider) => provider.name === name);
}

/** The first provider whose key this environment holds. */
export function providerWithKey(
  environment: Readonly<Record<string, string | undefined>>,
): ProviderSpec | undefined {
  return PROVIDERS.find(
    ({ local, keyVariables }) => !local && keyVariables.some((variable) => environment[variable]?.trim()),
  );
}
