/** Whether what a session brings of its own for its model can be used at all. */
import { isHeaderName, isHeaderValue, isHttpUrl, isKey } from "../llm/sendable.ts";
import type { SessionSettings } from "../wire/methods.ts";

/** What is wrong with it, beginning with the field; undefined when nothing is. No value is shown: it may be a key. */
export function ownServerProblem(settings: SessionSettings): string | undefined {
  const { base_url: baseUrl, api_key: key, headers = {} } = settings;
  if (baseUrl !== undefined && !isHttpUrl(baseUrl))
    return "base_url: expected an http:// or https:// URL, such as http://127.0.0.1:8080/v1";
  if (key !== undefined && !isKey(key))
    return "api_key: expected a key, in printable ASCII without blanks; it holds something else, or nothing";
  for (const [name, value] of Object.entries(headers)) {
    if (!isHeaderName(name)) return `headers: ${JSON.stringify(name.slice(0, 100))} is no name of a header`;
    if (!isHeaderValue(value))
      return `headers.${name}: the value holds characters that no header has; write it in printable ASCII`;
  }
  return undefined;
}
