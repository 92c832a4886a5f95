/** What a model calls the tools of MCP servers. */
import { createHash } from "node:crypto";

/** What every provider takes. */
const LONGEST = 64;
const OTHERS = /[^A-Za-z0-9_-]/g;

/**
 * `SERVER__TOOL`, with `_` for what providers do not take. A name that is too long, or that `taken` has already, ends in a
 * few digits that belong to this tool, so that it has the same name in each conversation.
 */
export function mcpToolName(server: string, tool: string, taken: (name: string) => boolean): string {
  const plain = `${server}__${tool}`.replace(OTHERS, "_");
  if (plain.length <= LONGEST && !taken(plain)) return plain;
  const digits = createHash("sha256").update(`${server}\n${tool}`).digest("hex").slice(0, 8);
  return `${plain.slice(0, LONGEST - digits.length - 1)}_${digits}`;
}
