/** Values without keys, before they are shown. */
import type { Redactor } from "../secrets/redactor.ts";

/** A copy of JSON without any configured key; without a redactor, the value itself. */
export function cleanValue<T>(value: T, redactor: Redactor | undefined): T {
  return redactor ? JSON.parse(redactor.line(value, JSON.stringify)) : value;
}
