import { describe, expect, test } from "vitest";
import { closingLine, runSuites } from "../../scripts/test/run-suites.mjs";

type Outcome = {
  exitCode: number | null;
  counts: { passed: number; failed: number; skipped: number } | undefined;
};

const suite = (name: string, outcome: Outcome | Error, needs: string[] = []) => ({
  name,
  needs,
  run: () => (outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome)),
});
const counted = (passed: number, failed: number, skipped = 0): Outcome => ({
  exitCode: failed > 0 ? 1 : 0,
  counts: { passed, failed, skipped },
});

async function run(suites: ReturnType<typeof suite>[], ci = false) {
  const said: string[] = [];
  const total = await runSuites(suites, {
    ci,
    installed: (program) => program !== "cobol",
    say: (line) => said.push(line),
  });
  return { said, closing: closingLine(total) };
}

describe("the test runner", () => {
  test("adds up what its suites count", async () => {
    expect(await run([suite("one", counted(3, 0)), suite("two", counted(4, 0), ["python3"])])).toEqual({
      said: [],
      closing: "7 passed, 0 failed",
    });
  });

  test("runs every suite, also after a failed one, and tells of skipped tests", async () => {
    expect(await run([suite("one", counted(3, 2, 1)), suite("two", counted(4, 1, 1))])).toEqual({
      said: [],
      closing: "7 passed, 3 failed, 2 skipped",
    });
  });

  test.each<[string, Outcome | Error, string, string]>([
    [
      "crashes before it reports",
      { exitCode: 134, counts: undefined },
      "its runner ended (134) without a report",
      "0 passed, 1 failed",
    ],
    [
      "is killed",
      { exitCode: null, counts: undefined },
      "its runner ended (by a signal) without a report",
      "0 passed, 1 failed",
    ],
    ["cannot be started", new Error("spawn gone ENOENT"), "spawn gone ENOENT", "0 passed, 1 failed"],
    ["runs nothing", counted(0, 0), "it ran no test", "0 passed, 1 failed"],
    ["only skips", counted(0, 0, 5), "it ran no test", "0 passed, 1 failed, 5 skipped"],
    [
      "passes every test and still fails",
      { ...counted(9, 0), exitCode: 1 },
      "its runner ended with 1",
      "9 passed, 1 failed",
    ],
    [
      "is killed after its last test",
      { ...counted(9, 0), exitCode: null },
      "its runner ended with a signal",
      "9 passed, 1 failed",
    ],
  ])("counts a failure when a runner %s", async (_what, outcome, trouble, closing) => {
    expect(await run([suite("one", outcome)])).toEqual({ said: [`one: failed, ${trouble}`], closing });
  });

  test("skips a suite whose toolchain is missing, and says so", async () => {
    expect(await run([suite("one", counted(3, 0)), suite("two", counted(4, 0), ["cobol"])])).toEqual({
      said: ["two: skipped, cobol not found"],
      closing: "3 passed, 0 failed",
    });
  });

  test("fails in CI when a toolchain is missing", async () => {
    expect(await run([suite("one", counted(3, 0)), suite("two", counted(4, 0), ["cobol"])], true)).toEqual({
      said: ["two: failed, cobol not found"],
      closing: "3 passed, 1 failed",
    });
  });
});
