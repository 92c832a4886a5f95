/** The real MCP servers that tests start. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const { resolve } = createRequire(import.meta.url);
const below = (name: string, file: string) =>
  join(dirname(resolve(`@modelcontextprotocol/${name}/package.json`)), file);

/** The path of the server that has a tool for everything; with `streamableHttp` or `sse` it listens on PORT. */
export const EVERYTHING = below("server-everything", "dist/index.js");
/** The path of the server for the files in the folders it is given. */
export const FILESYSTEM = below("server-filesystem", "dist/index.js");
