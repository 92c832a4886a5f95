/** What a child process may know of our environment: everything but the keys of model providers. */

/** The variables in which model providers' keys usually are. */
export const PROVIDER_KEY_VARIABLES: readonly string[] = [
  "OPENAI_API_KEY",
  "ANTHROPIC_API_KEY",
  "ANTHROPIC_AUTH_TOKEN",
  "CLAUDE_CODE_OAUTH_TOKEN",
  "GEMINI_API_KEY",
  "GOOGLE_API_KEY",
  "GOOGLE_GENERATIVE_AI_API_KEY",
  "OPENROUTER_API_KEY",
  "GROQ_API_KEY",
  "MISTRAL_API_KEY",
  "DEEPSEEK_API_KEY",
  "XAI_API_KEY",
  "AZURE_OPENAI_API_KEY",
  "AZURE_API_KEY",
  "COHERE_API_KEY",
  "CEREBRAS_API_KEY",
  "FIREWORKS_API_KEY",
  "TOGETHER_API_KEY",
  "PERPLEXITY_API_KEY",
  "HF_TOKEN",
  "NVIDIA_API_KEY",
  "MOONSHOT_API_KEY",
  "DASHSCOPE_API_KEY",
  "ZAI_API_KEY",
  "OLLAMA_API_KEY",
  "LMSTUDIO_API_KEY",
  "LLAMA_API_KEY",
  "VLLM_API_KEY",
];

/** The environment for a child: `environment` without provider keys and without the `extra` variables named. */
export function childEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  extra: readonly string[] = [],
): Record<string, string> {
  const hidden = new Set([...PROVIDER_KEY_VARIABLES, ...extra].map((name) => name.toUpperCase()));
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment))
    if (value !== undefined && !hidden.has(name.toUpperCase())) result[name] = value;
  return result;
}
