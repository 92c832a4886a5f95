import { expect, it } from "vitest";
import { runInHost } from "./bash-host.ts";

const FLAGS = { timed_out: false, aborted: false, truncated: false, output_file: null };

/** The lines in an order of their own: which of two pipes is read first is chance. */
const sorted = (text: string) => text.split("\n").filter(Boolean).sort();

it("a command can open its output again by name, as scripts do", async () => {
  const { result, deltas } = await runInHost("echo oops > /dev/stderr; echo twice | tee /dev/stdout");
  expect(result).toMatchObject({ is_error: false, details: { ...FLAGS, exit_code: 0, signal: null } });
  expect(sorted(result.content[0].text)).toEqual(["oops", "twice", "twice"]);
  expect(sorted(deltas.join(""))).toEqual(["oops", "twice", "twice"]);
});

it("a command never reads what the host writes [D18]", async () => {
  const { result } = await runInHost(
    "cat; read -r line; echo \"[$line]\"; python3 -c 'input()' 2>&1 | tail -1",
  );
  expect(result.content).toEqual([{ type: "text", text: expect.stringMatching(/^\[\]\n/) }]);
});
