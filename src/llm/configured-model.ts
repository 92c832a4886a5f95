/** Models that the user describes: of servers letscode does not know, or with limits and prices it does not know. */
import { type HeaderTexts, headerVariables } from "./configured-headers.ts";
import type { ModelInfo, ModelPrice } from "./model-info.ts";
import { COMPATIBLE, findProvider } from "./providers.ts";
import type { Quirks } from "./quirks.ts";

/** A model as the user describes it. What is absent is as its provider has it. */
export interface ConfiguredModel {
  /** What `--model` calls it: a name of its own, or `PROVIDER/ID`. */
  id: string;
  /** The provider it is reached as. Absent: the one its id begins with, else `openai-compatible`. */
  provider?: string;
  /** What its server calls it. Absent: the id, without the provider it may begin with. */
  model?: string;
  /** The address of its server. */
  baseUrl?: string;
  /** The variable that holds its key. */
  apiKeyEnv?: string;
  /** Sent with each of its requests, over those for all models; `$NAME` is the value of a variable. */
  headers?: HeaderTexts;
  /** In tokens. */
  contextWindow?: number;
  /** In tokens; no answer is asked to be longer. */
  maxOutputTokens?: number;
  images?: boolean;
  thinking?: boolean;
  price?: ModelPrice;
  quirks?: Partial<Omit<Quirks, "images">>;
}

/** The provider a configured model is reached as. */
export function providerOf({ id, provider }: ConfiguredModel): string {
  if (provider !== undefined) return provider;
  const [first = ""] = id.split("/", 1);
  return first !== id && findProvider(first) ? first : COMPATIBLE;
}

/** What its server calls it. */
export function serverName(configured: ConfiguredModel): string {
  const { id, model } = configured;
  const prefix = `${providerOf(configured)}/`;
  return model ?? (id.startsWith(prefix) ? id.slice(prefix.length) : id);
}

/** Its name with its provider, which `--model` takes too. */
export function fullName(configured: ConfiguredModel): string {
  const prefix = `${providerOf(configured)}/`;
  return configured.id.startsWith(prefix) ? configured.id : prefix + configured.id;
}

/** The model that `name` means; undefined for none of these. */
export function findConfigured(
  models: readonly ConfiguredModel[],
  name: string,
): ConfiguredModel | undefined {
  return models.find(({ id }) => id === name) ?? models.find((model) => fullName(model) === name);
}

/** The variables that hold keys by the user's word, beside the providers' usual ones. */
export function keyVariables(options: {
  apiKeyEnv?: string | undefined;
  models?: readonly ConfiguredModel[] | undefined;
  headers?: HeaderTexts | undefined;
  tokenEnv?: string | undefined;
}): string[] {
  const { apiKeyEnv, models = [], headers, tokenEnv } = options;
  return [
    ...[apiKeyEnv, tokenEnv, ...models.map((model) => model.apiKeyEnv)].filter((name) => name !== undefined),
    ...[headers, ...models.map((model) => model.headers)].flatMap((one) => headerVariables(one)),
  ];
}

/** What its description says of limits, abilities and price. */
export function describedInfo(configured: ConfiguredModel): Partial<ModelInfo> {
  const { contextWindow, maxOutputTokens, images, thinking, price } = configured;
  return {
    ...(contextWindow === undefined ? {} : { contextWindow }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(images === undefined ? {} : { images }),
    ...(thinking === undefined ? {} : { thinking }),
    ...(price === undefined ? {} : { price }),
  };
}
