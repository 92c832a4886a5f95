/** Whose error nobody caught. */
import { pathToFileURL } from "node:url";

/** Whether the error comes out of one of these files (real paths): its stack says so. Such an error must end no run. */
export function isFromPlugin(error: unknown, files: readonly (string | null)[]): boolean {
  const stack = stackOf(error);
  return files.some(
    (file) => file !== null && (stack.includes(file) || stack.includes(pathToFileURL(file).href)),
  );
}

function stackOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.stack ?? "") : "";
  } catch {
    return "";
  }
}
