/** The model of one session: what the process has, or what the session brings of its own. */
import { systemClock } from "../clock.ts";
import { errorText, UsageError } from "../errors.ts";
import type { LLMClient } from "../llm/client.ts";
import { keyVariables } from "../llm/configured-model.ts";
import { openModel } from "../llm/open-model.ts";
import { type ModelChoice, selectModel } from "../llm/select-model.ts";
import type { Plugins } from "../open-plugins.ts";
import { childEnvironment } from "../secrets/child-environment.ts";
import { configuredKeys } from "../secrets/configured-keys.ts";
import { createRedactor, type Redactor } from "../secrets/redactor.ts";
import type { SessionSettings } from "../wire/methods.ts";
import type { Options } from "./options.ts";

/** What a session says of its model. */
export type ModelSettings = Pick<SessionSettings, "model" | "base_url" | "api_key" | "headers">;

/** Headers whose values are secrets; others, such as a referrer, are words that texts may hold. */
const SECRET_HEADER = /auth|key|token|secret|cookie|password/i;

/** Knows every key that the process has, and those of the session. */
export function sessionRedactor(
  options: Options,
  { api_key: key, headers = {} }: ModelSettings,
  others: readonly string[],
): Redactor {
  const secrets = Object.entries(headers).flatMap(([name, value]) =>
    SECRET_HEADER.test(name) ? [value, value.replace(/^\w+ +/, "")] : [],
  );
  return createRedactor([
    ...configuredKeys(process.env, keyVariables(options)),
    ...(key === undefined ? [] : [key]),
    ...secrets,
    ...others,
  ]);
}

/** Opens the models of one session. */
export interface SessionModels {
  /** The one its settings mean. Rejects with a UsageError that begins with `model: `. */
  first(): Promise<LLMClient>;
  /** Another one, by name. Rejects in the same way. */
  named(name: string): Promise<LLMClient>;
}

/**
 * A session with an address of its own gets what it brings and nothing else: keys and headers of the process are for the
 * places the process was set up for. A key of the session goes where its first model is and nowhere else.
 */
export function sessionModels(
  options: Options,
  settings: ModelSettings,
  parts: { redactor: Redactor; plugins: Plugins | undefined; report(line: string): void },
): SessionModels {
  const { redactor, plugins, report } = parts;
  const own = settings.base_url !== undefined;
  const environment = own ? childEnvironment(process.env, keyVariables(options)) : process.env;
  const headers = Object.fromEntries(
    Object.entries(settings.headers ?? {}).map(([name, value]) => [name, value.replaceAll("$", "$$$$")]),
  );
  const select = (model: string | undefined): ModelChoice =>
    selectModel({
      ...options,
      model,
      modelSource: model === options.model ? options.sources.model : "of the session",
      baseUrl: settings.base_url ?? options.baseUrl,
      apiKeyEnv: own ? undefined : options.apiKeyEnv,
      headers: own ? headers : { ...options.headers, ...headers },
      environment,
    });
  let home: string | undefined;
  const withKey = (choice: ModelChoice): ModelChoice => {
    const { api_key: apiKey } = settings;
    if (choice.type !== "http" || apiKey === undefined) return choice;
    home ??= choice.baseUrl;
    return choice.baseUrl === home ? { ...choice, apiKey } : choice;
  };
  const open = async (model: string | undefined): Promise<LLMClient> => {
    try {
      const choice = withKey(select(model));
      if (choice.type === "http" && choice.notice !== undefined) report(choice.notice);
      return await openModel(choice, { ...options, environment, clock: systemClock, redactor, warn: report });
    } catch (thrown) {
      const plugged = model === undefined ? undefined : await plugins?.findModel(model);
      if (plugged) return plugged;
      throw new UsageError(`model: ${errorText(thrown)}`);
    }
  };
  return {
    first: () => open(settings.model ?? options.model),
    named: open,
  };
}
