/** MCP servers as configuration files describe them: in a list of ours, or by name, as other programs write them. */
import { dirname, isAbsolute, resolve } from "node:path";
import { UsageError } from "../errors.ts";
import { mcpServerProblem } from "../mcp/check-servers.ts";
import type { McpServer } from "../wire/session-methods.ts";
import { closest } from "./closest.ts";
import { readConfigFile } from "./config.ts";
import { kindOf } from "./kind-of.ts";
import type { WrittenServers } from "./mcp-written.ts";
import { shownJson } from "./option-value.ts";
import type { Options } from "./options.ts";
import { readTextFile } from "./read-text-file.ts";
import { shown } from "./shown.ts";

/** A server, and where its program is looked for when it is named by a relative path. */
export interface ConfiguredServer {
  server: McpServer;
  folder: string;
}

const FIELDS = ["name", "command", "args", "env", "url", "headers", "disabled"];

/**
 * All of them, each name once: a project's beats the user's, and a file that a flag names beats both. Throws a UsageError
 * that names the place, and shows no value of `env` or `headers`.
 */
export function readMcpServers({
  mcpServers = [],
  mcpConfig,
}: Pick<Options, "mcpServers" | "mcpConfig">): ConfiguredServer[] {
  const written = [...mcpServers, ...(mcpConfig === undefined ? [] : [fileServers(mcpConfig)])];
  const servers = new Map<string, ConfiguredServer>();
  for (const one of written)
    for (const server of serversIn(one)) servers.set(server.name, { server, folder: one.folder });
  return [...servers.values()];
}

/** The file that `--mcp-config` names. */
function fileServers(path: string): WrittenServers {
  const folder = dirname(path);
  const file = readConfigFile(path, folder, { readFile: readTextFile, kindOf });
  if (!file) throw new UsageError(`--mcp-config: there is no file ${path}`);
  const { mcpServers, mcp_servers, servers } = file.values;
  const json = mcpServers ?? mcp_servers ?? servers;
  if (typeof json === "object" && json !== null) return { json, source: path, folder };
  throw new UsageError(
    `${path}: expected {"mcpServers": {"NAME": {"command": "…"}}}, or "mcp_servers" with a list`,
  );
}

function serversIn({ json, source }: WrittenServers): McpServer[] {
  if (!Array.isArray(json))
    return Object.entries(json).flatMap(([name, one]) => readServer(one, `${source}: ${shown(name)}`, name));
  const servers = json.flatMap((one, at) => readServer(one, `${source}: [${at}]`));
  servers.forEach(({ name }, at) => {
    if (servers.findIndex((other) => other.name === name) < at)
      throw new UsageError(`${source}: there is more than one server ${shown(name)}`);
  });
  return servers;
}

/** Empty when it is disabled. By name, fields that are not ours are other programs' and passed over. */
function readServer(json: unknown, place: string, key?: string): McpServer[] {
  if (typeof json !== "object" || json === null || Array.isArray(json))
    throw new UsageError(`${place}: expected an object with ${FIELDS.join(", ")}, got ${shownJson(json)}`);
  const fields = json as Record<string, unknown>;
  const unknown = Object.keys(fields).find((field) => !FIELDS.includes(field));
  if (unknown !== undefined && key === undefined) {
    const meant = closest(unknown, FIELDS);
    const hint = meant ? `did you mean "${meant}"?` : `known are ${FIELDS.join(", ")}`;
    throw new UsageError(`${place}: unknown key ${shown(unknown)}; ${hint}`);
  }
  const { name = key, command, args, env, url, headers, disabled } = fields;
  if (disabled === true) return [];
  const expected = (field: string, what: string) => new UsageError(`${place}.${field}: expected ${what}`);
  const text = (field: string, value: unknown) => {
    if (typeof value !== "string") throw expected(field, "a text");
    return value;
  };
  const texts = (field: string, value: unknown) => {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw expected(field, "an object of texts");
    const entries = Object.entries(value).map(([one, inner]) => {
      if (!["string", "number", "boolean"].includes(typeof inner))
        throw expected(`${field}.${one}`, "a text");
      return [one, String(inner)] as const;
    });
    return Object.fromEntries(entries);
  };
  if (args !== undefined && !(Array.isArray(args) && args.every((word) => typeof word === "string")))
    throw expected("args", "a list of texts");
  const server: McpServer = {
    name: text("name", name),
    ...(command !== undefined && { command: text("command", command) }),
    ...(args !== undefined && { args: args as string[] }),
    ...(env !== undefined && { env: texts("env", env) }),
    ...(url !== undefined && { url: text("url", url) }),
    ...(headers !== undefined && { headers: texts("headers", headers) }),
  };
  const problem = mcpServerProblem(server);
  if (problem !== undefined) throw new UsageError(`${place}${problem}`);
  return [server];
}

/** The server with the whole path of a program that was named by a relative one. */
export function withWholePath({ server, folder }: ConfiguredServer): McpServer {
  const { command } = server;
  if (command === undefined || !/[/\\]/.test(command) || isAbsolute(command)) return server;
  return { ...server, command: resolve(folder, command) };
}
