/** The real MCP servers that tests start. */
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(import.meta.url);

/** The path of the server that has a tool for everything; with `streamableHttp` or `sse` it listens on PORT. */
export const EVERYTHING = join(
  require.resolve("@modelcontextprotocol/server-everything/package.json"),
  "../dist/index.js",
);
/** The path of the server for the files in the folders it is given. */
export const FILESYSTEM = join(
  require.resolve("@modelcontextprotocol/server-filesystem/package.json"),
  "../dist/index.js",
);
