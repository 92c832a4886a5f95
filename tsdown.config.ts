/** What is built: the command as lazily loaded CommonJS chunks, and the library as ES modules with types. */
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type UserConfig } from "tsdown";
import { noticesFor, noticesText } from "./scripts/build/third-party-notices.mjs";

const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));
const out = process.env.LETSCODE_BUILD_FOLDER ?? "dist";
const bundled = new Set<string>();

/** Everything is bundled: the package has no dependencies. What it can do without is found at run time, or not. */
const shared: UserConfig = {
  platform: "node",
  target: "node20",
  define: { __LETSCODE_VERSION__: JSON.stringify(version) },
  deps: { alwaysBundle: [/.*/], neverBundle: ["@vscode/ripgrep"], onlyBundle: false },
  hash: false,
  fixedExtension: false,
  report: false,
  checks: { legacyCjs: false, pluginTimings: false },
  plugins: {
    name: "third-party-notices",
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === "chunk")
          for (const [file, { renderedLength }] of Object.entries(chunk.modules))
            if (renderedLength > 0) bundled.add(file);
    },
    writeBundle() {
      writeFileSync(join(out, "THIRD-PARTY-NOTICES"), noticesText(noticesFor(bundled)));
    },
  },
};

/** What every conversation needs before its first prompt; what they import comes with them. */
const CONVERSATION = [
  ...["assemble", "agent/agent", "agent/new-id", "agent/system-prompt"],
  ...["permissions/policy", "permissions/decide-in-order"],
  ...["tools/toolset", "tools/processes", "tools/check-arguments", "cli/temp-folder"],
  ...["plugins/plugin-host", "plugins/discover", "plugins/compaction/compaction"],
  ...["prompts/open-prompts", "prompts/slash", "prompts/compact-command"],
  ...["sessions/store"],
];

/** Matches these files of src. */
function modules(...names: readonly string[]): RegExp {
  return new RegExp(`/src/(${names.join("|")})\\.ts$`);
}

const command: UserConfig = {
  ...shared,
  name: "command",
  entry: { letscode: "src/cli/main.ts" },
  outDir: join(out, "cli"),
  format: "cjs",
  minify: true,
  dts: false,
  banner: ({ fileName }) => (fileName === "letscode.cjs" ? "#!/usr/bin/env node" : ""),
  inputOptions: { preserveEntrySignatures: false },
  outputOptions: {
    chunkFileNames: "chunks/[name].cjs",
    strict: true,
    // What is always needed together stands in one file: each further one costs a quarter of a millisecond.
    codeSplitting: {
      groups: [
        { name: "start", test: modules("cli/main", "cli/rpc-door"), priority: 3 },
        { name: "terminal-door", test: modules("cli/terminal-door"), priority: 3 },
        { name: "terminal", test: modules("terminal/app"), priority: 2 },
        { name: "conversation", test: modules(...CONVERSATION), priority: 2 },
        {
          name: "http-model",
          test: modules("llm/http-model", "llm/http-fetch", "llm/known-of"),
          priority: 1,
        },
      ],
    },
  },
  plugins: [...[shared.plugins].flat(), { name: "quick-start", generateBundle: makeQuick }],
  onSuccess: () => chmodSync(join(out, "cli/letscode.cjs"), 0o755),
};

/** The files that are read before a door has said its first word. */
const FIRST = ["letscode.cjs", "chunks/terminal-door.cjs"];

/**
 * The bundler keeps its few helpers in a file of their own, which every start would open. And a text that is ASCII takes
 * half the memory, which spares the start a collection of garbage.
 */
function makeQuick(_options: unknown, bundle: Record<string, { type: string; code?: string }>): void {
  const runtime = bundle["chunks/rolldown-runtime.cjs"]?.code;
  const helpers = runtime?.replace(/^#!.*\n/, "").replace(/"use strict";/, "");
  for (const name of FIRST) {
    const file = bundle[name];
    if (file?.code === undefined) continue;
    file.code = file.code
      .replace(/require\([`"']\.\/(?:chunks\/)?rolldown-runtime\.cjs[`"']\)/, (call) =>
        helpers === undefined ? call : `(exports=>{${helpers};return exports})({})`,
      )
      .replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  }
}

const library: UserConfig = {
  ...shared,
  name: "library",
  entry: {
    index: "src/index.ts",
    client: "src/client/index.ts",
    plugin: "src/plugin-types.ts",
    testing: "src/testing/index.ts",
  },
  outDir: join(out, "lib"),
  format: "esm",
  dts: true,
  outputOptions: { chunkFileNames: "chunks/[name].js" },
};

export default defineConfig([command, library]);
