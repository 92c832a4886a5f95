import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

function run(program: string, ...words: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(program, words, { cwd: root }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}

const node = (...words: string[]) => run(process.execPath, ...words);

describe("examples/host.mjs", () => {
  test("shows a whole run", async () => {
    const { code, stdout, stderr } = await node("examples/host.mjs");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const lines = stdout.split("\n");
    expect(lines[0]).toMatch(/^letscode \d+\.\d+\.\d+, letscode-rpc\/1$/);
    expect(lines.slice(1, 4)).toEqual([
      "",
      "> What is in README.md, src/agent/loop.ts and docs/rpc-protocol.md?",
      "",
    ]);
    expect(lines[4]).toMatch(/^This is letscode's built-in demo, a script and no language model\./);
    expect(lines.filter((line) => /^[✓✗]/.test(line)).sort()).toEqual([
      expect.stringMatching(/^✓ read README\.md \d+ lines, “.*” …$/),
      expect.stringMatching(/^✓ read docs\/rpc-protocol\.md \d+ lines, “# letscode-rpc\/1” …$/),
      expect.stringMatching(/^✓ read src\/agent\/loop\.ts \d+ lines, “.*” …$/),
    ]);
    expect(stdout).toContain("\nWhat the results show:\n");
    expect(stdout).toMatch(/\n\d+ tokens in, \d+ out\n$/);
  });

  test("exits 1 when the run fails, and says why", async () => {
    const flags = ["--model", "demo"];
    expect(await node("examples/host.mjs", "demo:retry 1\ndemo:fail 401", ...flags)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("attempt 2 of 2 in 0.1 s: APIStatusError: HTTP 429"),
      stderr: expect.stringMatching(/^error: demo answered HTTP 401.*\n$/),
    });
  });

  test("exits 1 when its prompt is refused", async () => {
    expect(await node("examples/host.mjs", " ")).toMatchObject({
      code: 1,
      stderr: "error: prompt.text: expected text, got only blanks\n",
    });
  });

  test("exits 1 when letscode does not start", async () => {
    expect(await node("examples/host.mjs", "Hello", "--no-such-flag")).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("--no-such-flag"),
    });
  });
});

test("examples/quick-start.mjs prints the answer as it comes", async () => {
  const { code, stdout, stderr } = await node("examples/quick-start.mjs");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(
    /^This is letscode's built-in demo[^\n]*\n\[read\]\n\nWhat the results show:\n\n- package\.json: /,
  );
});

test("examples/host.py finds every delta in the finished messages", async () => {
  expect(await run("python3", "examples/host.py")).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^3 answers, 100\d{3} characters, 1 file read\n$/),
    stderr: "",
  });
});

test("examples/in-process.mjs runs the agent without a child process", async () => {
  const { code, stdout, stderr } = await node("examples/in-process.mjs");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(
    /\n\[read\]\nWhat the results show:\n\n- package\.json: [\s\S]*\n\n\d+ tokens, \$0\n$/,
  );
});

test("examples/sdk-quick-start.mjs prints the answer as it comes", async () => {
  const { code, stdout, stderr } = await node("examples/sdk-quick-start.mjs");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(
    /^This is letscode's built-in demo[\s\S]*\n\nWhat the results show:\n\n- package\.json: [\s\S]*\n\n\d+ tokens\n$/,
  );
});

test("examples/host-tools.mjs runs its own tools, of which one asks back", async () => {
  const { code, stdout, stderr } = await node("examples/host-tools.mjs");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout.split("\n").slice(0, 3)).toEqual([
    "✓ find_order: Order 1002: a blue lamp, three weeks late.",
    "✗ find_order: There is no order 7; there are 1001 and 1002.",
    "✓ ask_person: They say: yes, of course",
  ]);
});

test("examples/own-model.mjs runs an agent with its own model and tool", async () => {
  expect(await node("examples/own-model.mjs")).toEqual({
    code: 0,
    stdout: "The sum is 42, for $0.002\n",
    stderr: "",
  });
});

test.each([
  ["tickets", "tickets: filed, found, closed, and still there in the next conversation\n"],
  ["deny-commands", "deny-commands: 19 commands denied, 4 run\n"],
  ["reminder", "reminder: the model was reminded 2 times in 13 calls\n"],
])("examples/plugins/%s does what its check says", async (name, stdout) => {
  expect(await node(`examples/plugins/${name}.check.mjs`)).toEqual({ code: 0, stdout, stderr: "" });
});
