/** Answers without keys. */
import { jsonText } from "../framing/ndjson.ts";
import type { Redactor } from "../secrets/redactor.ts";

/** The value itself when no key is in it; otherwise a copy without any. */
export function masked<T>(value: T, redactor: Redactor): T {
  let last: unknown = value;
  redactor.line(value ?? null, (clean) => {
    last = clean;
    return jsonText(clean);
  });
  return last as T;
}
