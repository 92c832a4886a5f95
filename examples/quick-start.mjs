import { spawn } from "node:child_process";

const command = ["dist/cli/letscode.cjs", "--mode", "rpc", "--model", "demo"];
const letscode = spawn(process.execPath, command, { stdio: ["pipe", "pipe", "inherit"] });
letscode.stdin.end('{"cmd":"prompt","text":"What is in package.json?"}\n');

let rest = "";
for await (const text of letscode.stdout.setEncoding("utf8")) {
  const lines = (rest + text).split("\n");
  rest = lines.pop();
  for (const { type, stream_event: piece, tool_name, error } of lines.map((line) => JSON.parse(line))) {
    if (piece?.type === "text_delta") process.stdout.write(piece.delta);
    if (type === "tool_execution_end") console.log(`\n[${tool_name}]`);
    if (type === "turn_end") console.log();
    if (type === "error") console.error(error);
  }
}
