/** Where the command is that belongs to this library. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { LetscodeError } from "../errors.ts";

/** Where it is, seen from the built library, from a part of it, and from the source. */
const PLACES = ["../cli/letscode.cjs", "../../cli/letscode.cjs", "../../dist/cli/letscode.cjs"];

/** The entry script of the command in the package that `url` is a module of, or can see when it was bundled into something else. */
export function entryScript(url: string): string {
  const [found] = PLACES.map((place) => fileURLToPath(new URL(place, url))).filter((path) =>
    existsSync(path),
  );
  return found ?? installedScript(url);
}

function installedScript(url: string): string {
  try {
    return join(dirname(createRequire(url).resolve("letscode/package.json")), "dist/cli/letscode.cjs");
  } catch {
    throw new LetscodeError(
      `no letscode command was found beside ${url}, nor a package letscode; say where it is: { command: ["node", "/path/to/letscode.cjs"] }`,
    );
  }
}
