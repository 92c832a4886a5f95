/** Which room may import which, lowest first. A room is a folder below src, or a file that stands alone there. */

/** What a room may import beside its own files: rooms, or single files of rooms. `types`: only with `import type`. */
export interface Permits {
  values: readonly string[];
  types?: readonly string[];
}

/** The doors: each knows the agent and what is below, none knows another. */
const DOORS = ["rpc", "print", "server", "terminal"] as const;

const GROUND = [
  "wire",
  "framing",
  "clock.ts",
  "or-aborted.ts",
  "errors.ts",
  "one-line.ts",
  "system-errors.ts",
  "usage.ts",
  "user-folder.ts",
  "version.ts",
  "secrets",
];
const INTERFACES = [
  "llm/client.ts",
  "llm/context-tokens.ts",
  "tools/tool.ts",
  "permissions/decision.ts",
  "plugins/hooks.ts",
];
const CAPABILITIES = ["llm", "tools", "plugins", "permissions", "prompts"];
const BELOW_DOORS = [...GROUND, ...CAPABILITIES, "agent", "sessions", "mcp"];

/** Every room. What is not here is no place for code. */
export const LAYERS: Readonly<Record<string, Permits>> = {
  wire: { values: [] },
  framing: { values: [], types: ["wire"] },
  "clock.ts": { values: [], types: ["wire"] },
  "or-aborted.ts": { values: [], types: ["clock.ts"] },
  "errors.ts": { values: [], types: ["wire"] },
  "one-line.ts": { values: ["errors.ts"] },
  "system-errors.ts": { values: ["errors.ts"] },
  "usage.ts": { values: [], types: ["wire"] },
  "user-folder.ts": { values: [] },
  "version.ts": { values: [], types: ["wire"] },
  secrets: { values: [], types: ["wire"] },

  jsonrpc: { values: ["framing", "clock.ts", "errors.ts"], types: ["wire"] },
  client: { values: ["wire", "framing", "jsonrpc", "clock.ts", "errors.ts", "usage.ts", "version.ts"] },

  llm: { values: GROUND },
  tools: { values: GROUND, types: ["llm/client.ts"] },
  plugins: {
    values: [...GROUND, "llm/client.ts", "llm/context-tokens.ts", "tools/tool.ts"],
    types: INTERFACES,
  },
  prompts: { values: GROUND },
  permissions: { values: [...GROUND, "llm/client.ts", "tools/tool.ts"], types: INTERFACES },

  agent: { values: [...GROUND, ...INTERFACES] },
  sessions: { values: GROUND },
  mcp: {
    values: [...GROUND, "tools/image-type.ts", "tools/is-program.ts", "tools/terminal-escapes.ts"],
    types: ["tools/tool.ts", "tools/processes.ts", "llm/client.ts"],
  },

  page: { values: ["wire", "framing", "clock.ts", "errors.ts", "usage.ts"] },

  ...Object.fromEntries(DOORS.map((door) => [door, { values: BELOW_DOORS }])),
  server: { values: [...BELOW_DOORS, "jsonrpc"] },

  "assemble.ts": { values: BELOW_DOORS },
  "open-plugins.ts": { values: BELOW_DOORS },
  "create-agent.ts": { values: [...BELOW_DOORS, "assemble.ts", "open-plugins.ts"] },
  "index.ts": { values: [...BELOW_DOORS, ...DOORS, "assemble.ts", "create-agent.ts"] },
  "plugin-types.ts": { values: [], types: ["wire", "llm/client.ts", "plugins/plugin.ts"] },
  testing: { values: [...BELOW_DOORS, "assemble.ts"] },
  cli: { values: [...BELOW_DOORS, ...DOORS, "page", "assemble.ts", "open-plugins.ts"] },
};

/** What a host waits for: what these import, other than by `import()`, costs every start. */
export const STARTS: readonly string[] = ["cli/main.ts", "cli/rpc-door.ts"];

/** Rooms that no start loads: they wait for what needs them. */
export const LATE_ROOMS: readonly string[] = [
  "agent",
  "mcp",
  "page",
  "permissions",
  "plugins",
  "print",
  "prompts",
  "sessions",
  "terminal",
];

/** Small files of theirs that a start needs all the same. */
export const EARLY_FILES: readonly string[] = ["sessions/session-id.ts"];

/** Built-in modules that cost milliseconds to load; so does every package. They belong behind an `import()`. */
export const HEAVY_MODULES: readonly string[] = [
  "child_process",
  "cluster",
  "dgram",
  "dns",
  "http",
  "http2",
  "https",
  "inspector",
  "net",
  "readline",
  "repl",
  "tls",
  "vm",
  "worker_threads",
  "zlib",
];

/** The one file outside of cli that reads the environment: what it starts is a child of the program it is part of. */
export const ENVIRONMENT_READERS: readonly string[] = ["client/letscode-process.ts"];

/** All the agent may take from Node: it touches no process, file or clock. */
export const AGENT_MODULES: readonly string[] = ["node:buffer", "node:crypto", "node:events"];
