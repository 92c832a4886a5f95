/**
 * Measures letscode and writes what it found to docs/benchmarks:
 *
 *     node bench/run.mjs [--quick | --redraw] [--out DIR]
 *
 * `--quick` takes a few samples of everything, to see that it works. `--redraw` measures nothing: it makes the page and
 * the pictures anew from the results that are there. `--out` writes elsewhere.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runBench } from "./bench.mjs";
import { pages } from "./page.mjs";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    redraw: { type: "boolean", default: false },
    out: { type: "string", default: fileURLToPath(new URL("../docs/benchmarks", import.meta.url)) },
  },
});
const results = values.redraw
  ? JSON.parse(readFileSync(join(values.out, "results.json"), "utf8"))
  : await runBench({ quick: values.quick, say: console.error });
mkdirSync(values.out, { recursive: true });
/** Each innermost object on a line. */
const json = JSON.stringify(results, null, 2).replaceAll(/\{[^{}[\]]*\}/g, (object) =>
  object.replaceAll(/\s+/g, " "),
);
const files = { "results.json": `${json}\n`, ...pages(results) };
for (const [name, text] of Object.entries(files)) writeFileSync(join(values.out, name), text);
console.error(`wrote ${Object.keys(files).join(", ")} to ${values.out}`);
