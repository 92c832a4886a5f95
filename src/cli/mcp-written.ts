/** The configuration key `mcp_servers`, as far as a start looks at it: what stands in it is read when servers are needed. */
import { resolve, sep } from "node:path";
import { UsageError } from "../errors.ts";
import type { ConfigFile } from "./config.ts";
import type { PathKind } from "./kind-of.ts";
import { shownJson, type ValueSetting } from "./option-value.ts";

/** MCP servers as somebody wrote them down, unread. */
export interface WrittenServers {
  /** A list, or an object by name. */
  json: object;
  /** Where they were written, for messages. */
  source: string;
  /** Relative paths of programs start here. */
  folder: string;
}

/** Takes `mcp_servers`. Throws a UsageError that names the place when it is neither a list nor an object. */
export function takeMcpServers(json: unknown, { where, folder }: ValueSetting): readonly WrittenServers[] {
  if (typeof json === "object" && json !== null) return [{ json, source: where, folder }];
  throw new UsageError(
    `${where}: expected a list of MCP servers, or an object by their names, got ${shownJson(json)}`,
  );
}

/**
 * The files of a project that the servers of its configuration would run: programs and arguments that are files. What lies
 * elsewhere, such as `/usr/bin/node`, is not the project's to change, and may be too large to be looked through.
 */
export function serverFiles(
  file: ConfigFile | undefined,
  kindOf: (path: string) => PathKind | undefined,
): string[] {
  const servers = file?.values.mcp_servers;
  if (!file || typeof servers !== "object" || servers === null) return [];
  const { folder } = file;
  const words = Object.values(servers).flatMap((server: Partial<Record<string, unknown>> | null) => [
    server?.command,
    ...(Array.isArray(server?.args) ? server.args : []),
  ]);
  return words.filter((word): word is string => typeof word === "string" && isFile(resolve(folder, word)));

  /** An argument may be any text: what cannot be looked at, such as a script of 300 characters, is no file. */
  function isFile(path: string): boolean {
    try {
      return path.startsWith(folder + sep) && kindOf(path) === "file";
    } catch {
      return false;
    }
  }
}
