/** The section of test/README.md on the numbered lines, written from red.json. */
import { type Entry, isPage } from "../scripts/red/entries.mjs";

const HEADING = "## Numbered lines\n";

const INTRODUCTION = `
[docs/rpc-protocol.md](../docs/rpc-protocol.md) numbers what \`letscode-rpc/1\` promises: \`E\` events, \`L\` failures and
cancellation, \`F\` framing, \`C\` commands and the end of the process, \`X\` what a host may ask for.
[docs/jsonrpc-protocol.md](../docs/jsonrpc-protocol.md) numbers those of \`letscode-jsonrpc/1\`: \`J\`. The titles of the tests
that hold a promise carry its number. What [server.md](../docs/server.md), [sdk-typescript.md](../docs/sdk-typescript.md)
and [terminal.md](../docs/terminal.md) promise has none. Most of the tests below start the built command and talk to it through
its pipes, a socket or a pseudo-terminal, with a provider's server on the loopback behind it; those of framing and connections
talk to the parts themselves.

A test that cannot fail holds nothing. So each row is a mistake that one could make, and the test that notices it.
\`npm run red\` makes every one of them again, in a copy of the project, and demands that the test goes red; that takes about
two hours. \`npm run red -- F2 J12 server.md\` takes these only. The mistakes are in [red.json](red.json), from
which this section is written: \`LETSCODE_UPDATE=1 npx vitest run test/red.test.ts\`.

| line | test | is red when |
|---|---|---|
`;

/** The page with its section as it should be; at its end when it had none. */
export function withRedTable(page: string, entries: readonly Entry[]): string {
  const section = `${HEADING}${INTRODUCTION}${entries.map(row).join("")}`;
  const from = page.indexOf(HEADING);
  if (from < 0) return `${page.trimEnd()}\n\n${section}`;
  const next = page.indexOf("\n## ", from);
  return page.slice(0, from) + section + (next < 0 ? "" : page.slice(next));
}

function row({ line, title, tests, change }: Entry): string {
  const page = line.startsWith("J") ? "jsonrpc-protocol.md" : "rpc-protocol.md";
  const where = isPage(line)
    ? `[${line}](../docs/${line})`
    : `[${line}](../docs/${page}#${line.toLowerCase()})`;
  const shown = title.replaceAll(/%[sdij]/g, "…");
  const files = tests.map((file) => `[${nameOf(file)}](${file.replace(/^test\//, "")})`);
  const cells = [where, `${shown} (${files.join(", ")})`, change];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
}

function nameOf(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1).replace(/\.test\.ts$/, "");
}
