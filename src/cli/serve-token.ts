/** What clients of `letscode serve` must bring. */
import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { UsageError } from "../errors.ts";
import { makePrivateFolder } from "../sessions/session-folders.ts";
import { systemErrorText } from "../system-errors.ts";
import { type UserSurroundings, userFolder } from "../user-folder.ts";
import type { Options } from "./options.ts";

/** The token of a server. */
export interface ServeToken {
  /** Absent: none is needed. */
  value: string | undefined;
  /** Puts a token that was made into a file of the user's own; undefined when clients know it otherwise. Throws a UsageError. */
  publish(): TokenFile | undefined;
}

/** A file that holds a token. */
export interface TokenFile {
  path: string;
  /** Never throws. */
  remove(): void;
}

/** The one the options name, or a new one. Throws a UsageError when the variable holds nothing. */
export function serveToken(
  { tokenEnv, noToken }: Pick<Options, "tokenEnv" | "noToken">,
  surroundings: UserSurroundings,
): ServeToken {
  const known = (value: string | undefined) => ({ value, publish: () => undefined });
  if (noToken && tokenEnv !== undefined)
    throw new UsageError("--no-token and --token-env contradict each other");
  if (noToken) return known(undefined);
  if (tokenEnv === undefined) {
    const value = randomBytes(32).toString("base64url");
    return { value, publish: () => writeToken(value, surroundings) };
  }
  const value = surroundings.environment[tokenEnv]?.trim();
  if (!value) throw new UsageError("--token-env: the variable is not set, or empty");
  return known(value);
}

/** In the folder that ends with the user's login, where there is one that can be used. */
function writeToken(value: string, surroundings: UserSurroundings): TokenFile {
  const { XDG_RUNTIME_DIR: runtime } = surroundings.environment;
  const folders = [
    ...(runtime && isAbsolute(runtime) ? [join(runtime, "letscode")] : []),
    userFolder("state", surroundings),
  ];
  const name = `token-${randomBytes(6).toString("hex")}`;
  let failure = "";
  for (const folder of folders)
    try {
      const path = join(folder, name);
      makePrivateFolder(folder);
      writeFileSync(path, `${value}\n`, { mode: 0o600, flag: "wx" });
      return { path, remove: () => removeFile(path) };
    } catch (thrown) {
      failure = `cannot write the token to ${folder}: ${systemErrorText(thrown)}`;
    }
  throw new UsageError(`${failure}; --token-env NAME takes one from a variable`);
}

function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It is worth nothing any more.
  }
}
