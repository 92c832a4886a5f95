/** Which texts in the description of an MCP server are keys, and must be in nothing that leaves. */
import type { McpServer } from "../wire/session-methods.ts";

/** The author of something is none. */
const SECRET_NAME = /auth(?!or(?!i))|key|token|secret|cookie|passw|credential|_pat$/i;
/** What nobody writes by hand: long, without a space or a separator of paths, letters and digits mixed. */
const RANDOM_TEXT = /^(?=.*[A-Za-z])(?=.*[0-9])[^\s/\\,;]{16,}$/;

/** Whether a value is a key, by its name or by its looks. `HOME` and `info` are not: texts would be garbled without them. */
export function isSecret(name: string, value: string): boolean {
  return SECRET_NAME.test(name) || RANDOM_TEXT.test(value);
}

/** The keys among the values of `env` and `headers`, and in the URL. */
export function serverSecrets({ env = {}, headers = {}, url }: McpServer): string[] {
  const address = url !== undefined && URL.canParse(url) ? new URL(url) : undefined;
  const named = [
    ...Object.entries(env),
    ...Object.entries(headers),
    ...(address?.searchParams.entries() ?? []),
    ...(address?.password ? [["password", decoded(address.password)] as const] : []),
  ];
  return named.flatMap(([name, value]) => {
    // `Bearer KEY`: an answer may hold the key alone.
    const bare = value.replace(/^\w+ +/, "");
    return isSecret(name, value) || isSecret("", bare) ? [value, bare] : [];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
