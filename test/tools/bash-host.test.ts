import { expect, it } from "vitest";
import { runInHost } from "./bash-host.ts";

const FLAGS = { timed_out: false, aborted: false, truncated: false, output_file: null };

it("a command can open its output again by name, as scripts do", async () => {
  const { result, deltas } = await runInHost("echo oops > /dev/stderr; echo twice | tee /dev/stdout");
  expect(result).toMatchObject({
    content: [{ type: "text", text: "oops\ntwice\ntwice" }],
    is_error: false,
    details: { ...FLAGS, exit_code: 0, signal: null },
  });
  expect(deltas.join("")).toBe("oops\ntwice\ntwice\n");
});

it("a command never reads what the host writes [D18]", async () => {
  const { result } = await runInHost(
    "cat; read -r line; echo \"[$line]\"; python3 -c 'input()' 2>&1 | tail -1",
  );
  expect(result.content).toEqual([{ type: "text", text: expect.stringMatching(/^\[\]\n/) }]);
});
