/** The MCP servers of a conversation: those of the configuration, with their variables, and those that a client names. */
import { UsageError } from "../errors.ts";
import { mcpServersProblem } from "../mcp/check-servers.ts";
import { expandVariables } from "../mcp/expand-variables.ts";
import { serverSecrets } from "../mcp/server-secrets.ts";
import type { McpServer } from "../wire/session-methods.ts";
import type { Options } from "./options.ts";
import { readMcpServers, withWholePath } from "./read-mcp-servers.ts";

/** What is to be started, and what is known of it before. */
export interface ChosenServers {
  servers: readonly McpServer[];
  /** Texts that count as keys. */
  secrets: readonly string[];
  /** Lines for people: servers that cannot be started. */
  notices: readonly string[];
}

/**
 * Variables of `environment` are filled into what the configuration says; what a client names is taken literally, and beats
 * the configuration's server of that name. Throws a UsageError that names the place.
 */
export function chooseMcpServers(
  options: Options,
  environment: Readonly<Record<string, string | undefined>>,
  named: readonly McpServer[] = [],
): ChosenServers {
  const problem = mcpServersProblem(named);
  if (problem !== undefined) throw new UsageError(`mcp_servers${problem}`);
  const configured = readMcpServers(options).filter(
    ({ server }) => !named.some(({ name }) => name === server.name),
  );
  const filled = configured.map(({ server, folder }) => {
    const { server: whole, ...rest } = expandVariables(server, environment);
    return { server: withWholePath({ server: whole, folder }), ...rest };
  });
  const usable = filled.filter(({ missing }) => missing.length === 0).map(({ server }) => server);
  const servers = [...usable, ...named];
  return {
    servers,
    secrets: [...servers.flatMap(serverSecrets), ...filled.flatMap(({ secrets }) => secrets)],
    notices: filled.flatMap(({ server, missing: [variable] }) =>
      variable === undefined
        ? []
        : [
            `the MCP server ${server.name} is left out: it needs the variable ${variable}, which is not set; set it, or write \${${variable}:-} for none`,
          ],
    ),
  };
}
