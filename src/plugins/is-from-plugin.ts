/** Whose error nobody caught. */
import { pathToFileURL } from "node:url";
import { sourceFiles } from "./source-files.ts";

/**
 * Whether the error comes from one of these plugins, given as the real paths of their files. Such an error must end no run.
 * Its stack leads through a file of theirs or an installed package, of which letscode has none; or through nothing but
 * Node, as that of a socket nobody listens to; or it is no Error, which letscode never throws.
 */
export function isFromPlugin(error: unknown, files: readonly (string | null)[]): boolean {
  const entries = files.filter((file) => file !== null);
  if (entries.length === 0) return false;
  const frames = framesOf(error).filter((frame) => !/\bnode:|<anonymous>|\bnative\b/.test(frame));
  if (frames.length === 0) return true;
  const paths = entries.flatMap((entry) => [...sourceFiles(entry)].map(({ path }) => path));
  const marks = paths.flatMap((path) => [path, pathToFileURL(path).href]);
  return frames.some(
    (frame) =>
      /[\\/]node_modules[\\/](?!letscode[\\/]dist[\\/])/.test(frame) ||
      marks.some((mark) => frame.includes(mark)),
  );
}

function framesOf(error: unknown): string[] {
  try {
    if (error instanceof Error) return String(error.stack).match(/^\s+at .+$/gm) ?? [];
  } catch {
    // What cannot be read has no frames.
  }
  return [];
}
