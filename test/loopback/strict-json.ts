/** What every strict provider asks of a body: UTF-8, JSON, an object, no lone surrogate. */

/** A refusal. */
export interface Complaint {
  status: number;
  message: string;
}

/** An object of unknown fields. */
export type Fields = Record<string, unknown>;

/** With the `u` flag a pair is one character, so this finds only halves. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** The body as an object, or why it is none that a strict server reads. */
export function parseStrictly(body: Uint8Array): { request: Fields } | Complaint {
  let request: unknown;
  try {
    request = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch (thrown) {
    return { status: 400, message: `the body is not JSON: ${String(thrown)}` };
  }
  if (!isFields(request)) return { status: 400, message: "the body is not an object" };
  const lone = loneSurrogate(request, "body");
  return lone === undefined ? { request } : { status: 400, message: `lone surrogate in ${lone}` };
}

/** Whether the value is an object. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The complaint about the first field that is not `known`; undefined when all are. */
export function unknownField(fields: Fields, known: readonly string[], where: string): string | undefined {
  const name = Object.keys(fields).find((key) => !known.includes(key));
  return name === undefined ? undefined : `${where}: unknown field ${name}`;
}

function loneSurrogate(value: unknown, where: string): string | undefined {
  if (typeof value === "string") return LONE_SURROGATE.test(value) ? where : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = LONE_SURROGATE.test(key) ? where : loneSurrogate(inner, `${where}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
