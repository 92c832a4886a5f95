/**
 * A host program: it starts letscode, sends one prompt, shows the run as it happens, and says goodbye.
 *
 *     node examples/host.mjs ["PROMPT" [FLAG …]]
 *
 * Without flags it uses the built-in demo, which needs no key and no network; with flags it passes these on, such as
 * `--base-url http://127.0.0.1:8080/v1`.
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const PROMPT = "What is in README.md, src/agent/loop.ts and docs/rpc-protocol.md?";
const [prompt = PROMPT, ...given] = process.argv.slice(2);
const flags =
  given.length > 0 ? given : ["--model", "demo", "--permission-mode", "read-only", "--no-session"];

const project = fileURLToPath(new URL("..", import.meta.url));
const command = ["dist/cli/letscode.cjs", "--mode", "rpc", "--parent-pid", `${process.pid}`, ...flags];
const letscode = spawn(process.execPath, command, { cwd: project, stdio: ["pipe", "pipe", "inherit"] });

const send = (message) => letscode.stdin.write(`${JSON.stringify(message)}\n`);
letscode.stdin.on("error", () => {}); // it is gone: "close" tells

const grey = (text) => (process.stdout.isTTY ? `\x1b[90m${text}\x1b[0m` : text);
const calls = new Map();
const total = { input: 0, output: 0 };
let block = -1;
let failed = false;

/** What to do with each type of line. Types that are not here are of no interest, now and in later versions. */
const on = {
  ready: ({ letscode: version, protocol }) => console.log(grey(`letscode ${version}, ${protocol}`)),
  message_start({ message }) {
    if (message.role === "user") console.log(`\n> ${message.content.map(({ text }) => text).join("\n")}`);
    block = -1;
  },
  message_update({ stream_event: piece }) {
    if (piece.type !== "text_delta") return;
    process.stdout.write(piece.index === block ? piece.delta : `\n${piece.delta}`);
    block = piece.index;
  },
  message_end({ message }) {
    if (message.role !== "assistant") return;
    console.log();
    total.input += message.usage.input_tokens;
    total.output += message.usage.output_tokens;
  },
  tool_execution_start: (call) => calls.set(call.tool_call_id, Object.values(call.arguments).join(" ")),
  tool_execution_end({ tool_call_id, tool_name, result }) {
    const lines = result.content.flatMap(({ text = "(an image)" }) => text.trimEnd().split("\n"));
    const folded = lines.length > 1 ? `${lines.length} lines, “${lines[0]}” …` : lines[0];
    console.log(`${result.is_error ? "✗" : "✓"} ${tool_name} ${calls.get(tool_call_id)} ${grey(folded)}`);
  },
  retry: ({ attempt, total_attempts, delay_seconds, reason }) =>
    console.log(grey(`attempt ${attempt} of ${total_attempts} in ${delay_seconds} s: ${reason}`)),
  error({ error, id }) {
    failed = true;
    console.error(`error: ${error}`);
    if (id !== undefined) send({ cmd: "bye" }); // a command was refused: there is no run to wait for
  },
  done({ id }) {
    if (id === "prompt") send({ cmd: "bye" });
  },
};

/** Lines end at byte 0x0A and nowhere else, may be long, and may come in any number of pieces. */
let pieces = [];
letscode.stdout.on("data", (chunk) => {
  let rest = chunk;
  for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
    const line = JSON.parse(Buffer.concat([...pieces, rest.subarray(0, end)]).toString());
    on[line.type]?.(line);
    pieces = [];
    rest = rest.subarray(end + 1);
  }
  pieces.push(rest);
});

letscode.on("close", (code) => {
  if (total.output > 0) console.log(grey(`\n${total.input} tokens in, ${total.output} out`));
  process.exitCode = failed || code !== 0 ? 1 : 0;
});

send({ cmd: "prompt", id: "prompt", text: prompt });
