/** Importing TypeScript as it is: by Node where it can, else by jiti. */
import { pathToFileURL } from "node:url";

/** What Node says, before anything has run, of TypeScript that it does not import by itself. */
const NOT_NATIVE: readonly unknown[] = [
  "ERR_UNKNOWN_FILE_EXTENSION",
  "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX",
  "ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING",
  "ERR_INVALID_TYPESCRIPT_SYNTAX",
  "ERR_MODULE_NOT_FOUND",
];

/** The module at `path`. `native`: this Node imports TypeScript; what it cannot, such as enums, is left to jiti too. */
export async function importTypeScript(path: string, native: boolean): Promise<object> {
  if (native)
    try {
      return await import(pathToFileURL(path).href);
    } catch (thrown) {
      if (!NOT_NATIVE.includes((thrown as { code?: unknown } | null)?.code)) throw thrown;
    }
  const { createJiti } = await import("jiti/static");
  const jiti = createJiti(pathToFileURL(path).href, { fsCache: false, interopDefault: false });
  return jiti.import<object>(path);
}
