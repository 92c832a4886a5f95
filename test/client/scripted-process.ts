/** Programs of a few lines in the place of letscode: what a process may do that no letscode should. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** What every script can use: `say` writes a message, `heed` is called with each that comes. */
const PRELUDE = `
let rest = Buffer.alloc(0);
let heed = () => {};
const say = (message) => {
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  process.stdout.write("Content-Length: " + Buffer.byteLength(body) + "\\r\\n\\r\\n" + body);
};
const hello = { protocol: "letscode-jsonrpc/1", server: { name: "x", version: "0" }, capabilities: {}, max_frame_bytes: 1e6 };
process.stdin.on("data", (bytes) => {
  rest = Buffer.concat([rest, bytes]);
  for (;;) {
    const at = rest.indexOf("\\r\\n\\r\\n");
    if (at < 0) return;
    const end = at + 4 + Number(/\\d+/.exec(rest.subarray(0, at).toString())[0]);
    if (rest.length < end) return;
    const message = JSON.parse(rest.subarray(at + 4, end).toString());
    rest = rest.subarray(end);
    if (message.method === "initialize") say({ id: message.id, result: hello });
    else heed(message);
  }
});
`;

/** A script for the option \`command\`, gone when the test is. */
export function script(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "letscode-script-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "letscode.cjs");
  writeFileSync(path, PRELUDE + text);
  return path;
}
