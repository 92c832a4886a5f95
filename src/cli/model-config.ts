/** The configuration keys `models` and `headers`. */
import { UsageError } from "../errors.ts";
import type { HeaderTexts } from "../llm/configured-headers.ts";
import type { ConfiguredModel } from "../llm/configured-model.ts";
import type { ModelPrice } from "../llm/model-info.ts";
import { COMPATIBLE, PROVIDERS } from "../llm/providers.ts";
import { entriesOf, type Fields, inside, type RecordOf, readRecord } from "./json-record.ts";
import { shownJson, type ValueSetting } from "./option-value.ts";
import { shown } from "./shown.ts";

const TOKENS = { kind: "number", label: "N", min: 1, max: 100_000_000, whole: true } as const;
const DOLLARS = { kind: "number", label: "N", min: 0, max: 1_000_000 } as const;

/** The fields of a price, in US dollars per million tokens. */
export const PRICE_FIELDS = {
  input: DOLLARS,
  output: DOLLARS,
  cacheRead: DOLLARS,
  cacheWrite: DOLLARS,
} as const satisfies Fields;

/** The fields of `quirks`. */
export const QUIRK_FIELDS = {
  limitField: { kind: "choice", choices: ["max_tokens", "max_completion_tokens"] },
  usageOption: { kind: "switch" },
  echoThinking: { kind: "choice", choices: ["reasoning_content", "reasoning"] },
  opensThinking: { kind: "switch" },
} as const satisfies Fields;

/** The fields of a model. */
export const MODEL_FIELDS = {
  id: { kind: "text", label: "a name, or PROVIDER/ID" },
  provider: { kind: "choice", choices: [...PROVIDERS.map(({ name }) => name), COMPATIBLE] },
  model: { kind: "text", label: "the name its server knows" },
  baseUrl: { kind: "url", label: "URL" },
  apiKeyEnv: { kind: "variable", label: "NAME" },
  headers: { kind: "json", label: "headers by name", check: checkHeaders },
  contextWindow: TOKENS,
  maxOutputTokens: TOKENS,
  images: { kind: "switch" },
  thinking: { kind: "switch" },
  price: { kind: "json", label: "a price", check: checkPrice },
  quirks: { kind: "json", label: "quirks", check: checkQuirks },
} as const satisfies Fields;

/** Reads `models`. Throws a UsageError that names the place. */
export function checkModels(json: unknown, setting: ValueSetting): readonly ConfiguredModel[] {
  if (!Array.isArray(json))
    throw new UsageError(`${setting.where}: expected a list of models, got ${shownJson(json)}`);
  const models = json.map((one, at) => checkModel(one, inside(setting, `[${at}]`)));
  models.forEach(({ id }, at) => {
    if (models.findIndex((model) => model.id === id) < at)
      throw new UsageError(`${inside(setting, `[${at}].id`).where}: there is a model ${shown(id)} before it`);
  });
  return models;
}

/** Reads `headers`. Throws a UsageError that names the place and shows no value: it may be a key. */
export function checkHeaders(json: unknown, setting: ValueSetting): HeaderTexts {
  const entries = entriesOf(json, 'headers by name, such as {"x-team": "$TEAM"}', setting);
  for (const [name, value] of entries) {
    const { where } = inside(setting, `.${name}`);
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
      throw new UsageError(`${setting.where}: ${shown(name)} is no name of a header`);
    if (OUR_OWN.includes(name.toLowerCase()))
      throw new UsageError(`${where}: letscode sets this header itself; remove it`);
    if (typeof value !== "string") throw new UsageError(`${where}: expected a text`);
  }
  return Object.fromEntries(entries) as HeaderTexts;
}

/** Another value would break the request or its answer. */
const OUR_OWN: readonly string[] = [
  "accept-encoding",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "transfer-encoding",
];

function checkModel(json: unknown, setting: ValueSetting): ConfiguredModel {
  const { id, ...rest } = readRecord(MODEL_FIELDS, json, setting);
  const { where } = inside(setting, ".id");
  if (id === undefined) throw new UsageError(`${where}: expected ${MODEL_FIELDS.id.label}, got nothing`);
  if (/^(demo|replay(\/.*)?)$/.test(id))
    throw new UsageError(`${where}: ${shown(id)} is built in; give the model another name`);
  return { id, ...rest };
}

function checkPrice(json: unknown, setting: ValueSetting): ModelPrice {
  const { input, output, ...cached } = readRecord(PRICE_FIELDS, json, setting);
  if (input === undefined || output === undefined)
    throw new UsageError(`${setting.where}: expected input and output, in US dollars per million tokens`);
  return { input, output, ...cached };
}

function checkQuirks(json: unknown, setting: ValueSetting): RecordOf<typeof QUIRK_FIELDS> {
  return readRecord(QUIRK_FIELDS, json, setting);
}
