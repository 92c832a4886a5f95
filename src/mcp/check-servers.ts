/** Whether MCP servers, as somebody described them, can be used at all. */
import type { McpServer } from "../wire/session-methods.ts";

/** What a server may be called: it is the beginning of its tools' names. */
const NAME = /^[A-Za-z0-9_-]{1,32}$/;
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const VARIABLE = /^[^\0=]+$/;

/**
 * What is wrong with the servers, beginning with the place, such as `[1].name`; undefined when nothing is. No value of
 * `env` or `headers` is shown: it may be a key.
 */
export function mcpServersProblem(servers: readonly McpServer[]): string | undefined {
  for (const [at, server] of servers.entries()) {
    const problem = mcpServerProblem(server);
    if (problem !== undefined) return `[${at}]${problem}`;
    const { name } = server;
    if (servers.findIndex((other) => other.name === name) < at)
      return `[${at}].name: there is a server ${JSON.stringify(name)} before it`;
  }
  return undefined;
}

/** The same of one server, beginning with `.` or `:`. */
export function mcpServerProblem(server: McpServer): string | undefined {
  const { name, command, args = [], env = {}, url, headers = {} } = server;
  if (!NAME.test(name))
    return `.name: expected 1 to 32 of the characters A-Z a-z 0-9 _ -, got ${JSON.stringify(name.slice(0, 100))}`;
  if ((command === undefined) === (url === undefined))
    return `: expected either a command or a url of the server ${JSON.stringify(name)}`;
  if (command?.trim() === "") return ".command: expected a program";
  if ([command ?? "", ...args, ...Object.values(env)].some((text) => text.includes("\0")))
    return ": a command, its arguments and its environment can hold no NUL character";
  const variable = Object.keys(env).find((one) => !VARIABLE.test(one));
  if (variable !== undefined) return `.env: ${JSON.stringify(variable)} is no name of a variable`;
  if (url !== undefined && !(/^https?:\/\//i.test(url) && URL.canParse(url)))
    return ".url: expected an http:// or https:// URL";
  for (const [header, value] of Object.entries(headers)) {
    if (!HEADER_NAME.test(header)) return `.headers: ${JSON.stringify(header)} is no name of a header`;
    if (!HEADER_VALUE.test(value))
      return `.headers.${header}: the value holds characters that no header has; write it in printable ASCII`;
  }
  return undefined;
}
