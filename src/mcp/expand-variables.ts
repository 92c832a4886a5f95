/** Variables in what a configuration says of MCP servers, so that no key has to be written into a file. */
import type { McpServer } from "../wire/session-methods.ts";
import { isSecret } from "./server-secrets.ts";

/** `${NAME}`, or `${NAME:-text}` with what stands for it when it is not set. */
const REFERENCE = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

/** A server with its variables filled in. */
export interface ExpandedServer {
  server: McpServer;
  /** Variables that it needs and that are not set; it cannot be started then. */
  missing: string[];
  /** The values of variables that are keys. */
  secrets: string[];
}

/** Fills in `command`, `args`, `env`, `url` and `headers`. An empty variable counts as not set. */
export function expandVariables(
  server: McpServer,
  environment: Readonly<Record<string, string | undefined>>,
): ExpandedServer {
  const missing = new Set<string>();
  const secrets = new Set<string>();
  const text = (given: string) =>
    given.replace(REFERENCE, (_, name: string, otherwise: string | undefined) => {
      const value = environment[name] || otherwise;
      if (value === undefined) missing.add(name);
      else if (isSecret(name, value)) secrets.add(value);
      return value ?? "";
    });
  const texts = (given: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [name, text(value)]));
  const { name, command, args, env, url, headers } = server;
  const filled: McpServer = {
    name,
    ...(command !== undefined && { command: text(command) }),
    ...(args && { args: args.map(text) }),
    ...(env && { env: texts(env) }),
    ...(url !== undefined && { url: text(url) }),
    ...(headers && { headers: texts(headers) }),
  };
  return { server: filled, missing: [...missing], secrets: [...secrets] };
}
