/** What a configuration file can say and no flag can: docs/configuration.md tells more. */
import { takeMcpServers } from "./mcp-written.ts";
import { checkHeaders, checkModels } from "./model-config.ts";
import type { OptionSpec } from "./option-spec.ts";
import { checkPlugins } from "./plugin-config.ts";

/** A part of the table of options. */
export const CONFIG_ONLY = {
  /** Models the user describes. */
  models: {
    group: "Model",
    kind: "json",
    label: "a list of models",
    check: checkModels,
    configOnly: true,
    help: "Models that letscode does not know, or that it should know more of.",
  },
  /** Sent with every request to a model; `$NAME` in a value is that variable's. */
  headers: {
    group: "Model",
    kind: "json",
    label: "headers by name",
    check: checkHeaders,
    configOnly: true,
    help: "Headers for every request to a model.",
  },
  /** Plugins, by path or by the name of an installed package. */
  plugins: {
    group: "Plugins",
    kind: "json",
    label: "a list of paths and package names",
    check: checkPlugins,
    adds: true,
    configOnly: true,
    help: "Plugins, by path or by the name of an installed package.",
  },
  /** MCP servers, in a list or by name. */
  mcpServers: {
    group: "Tools",
    kind: "json",
    label: "MCP servers, in a list or by name",
    check: takeMcpServers,
    adds: true,
    configOnly: true,
    help: "MCP servers, whose tools the model gets.",
  },
  /** The most tokens an answer may have; absent: the provider decides. */
  maxOutputTokens: {
    group: "Model",
    kind: "number",
    label: "N",
    min: 1,
    max: 100_000_000,
    whole: true,
    configOnly: true,
    help: "The most tokens an answer may have.",
  },
} as const satisfies Record<string, OptionSpec>;
