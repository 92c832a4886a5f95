/**
 * Preloaded with `--require`: writes the name of every file of ours that is run, one a line, to the file LOADED names,
 * `(stdout)` where the first line was said, and `(stdin)` where stdin was opened.
 */
const { appendFileSync } = require("node:fs");
const { basename } = require("node:path");
const { _extensions: kinds } = require("node:module");

const run = kinds[".js"];
kinds[".js"] = (module, file) => {
  appendFileSync(process.env.LOADED, `${basename(file)}\n`);
  return run(module, file);
};

const stdin = Object.getOwnPropertyDescriptor(process, "stdin");
let closed = true;
Object.defineProperty(process, "stdin", {
  ...stdin,
  get() {
    if (closed) appendFileSync(process.env.LOADED, "(stdin)\n");
    closed = false;
    return stdin.get.call(process);
  },
});

const { write } = process.stdout;
let silent = true;
process.stdout.write = function say(...words) {
  if (silent) appendFileSync(process.env.LOADED, "(stdout)\n");
  silent = false;
  return write.apply(this, words);
};
