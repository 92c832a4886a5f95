import { pbkdf2 } from "node:crypto";
import { readFile } from "node:fs/promises";
import { PassThrough } from "node:stream";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { createRedactor } from "../../src/secrets/redactor.ts";
import { collectOutput } from "../../src/tools/command-output.ts";
import { createWorkspace } from "./workspace.ts";

async function setUp(bytes = 1000) {
  const { environment } = await createWorkspace();
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  onTestFinished(() => {
    stdout.destroy();
    stderr.destroy();
  });
  const deltas: string[] = [];
  const output = collectOutput([stdout, stderr], {
    clock: systemClock,
    update: (delta) => deltas.push(delta),
    window: { bytes, lines: 1000 },
    tempFolder: environment.tempFolder,
    fileBytes: 1e9,
    redactor: createRedactor(["sk-printed-KEY1"]),
  });
  return { stdout, stderr, output, deltas };
}

const round = () => new Promise((resolve) => setImmediate(resolve));

describe("the output of a command that has ended", () => {
  it("is read to the end of both pipes", async () => {
    const { stdout, stderr, output, deltas } = await setUp();
    const drained = output.drained();
    for (const word of ["one", "two", "three"]) {
      stdout.write(`${word}\n`);
      await round();
    }
    stdout.end();
    stderr.end("four\n");
    await drained;
    expect(await output.finish()).toEqual({
      head: "one\ntwo\nthree\nfour\n",
      tail: "",
      omitted: null,
      rawBytes: 19,
      stored: null,
    });
    expect(deltas.join("")).toBe("one\ntwo\nthree\nfour\n");
  });

  it("is complete when the pipes fall silent, even if they stay open", async () => {
    const { stdout, output } = await setUp();
    stdout.write("one\n");
    const started = Date.now();
    await output.drained();
    expect(Date.now() - started).toBeLessThan(90);
    expect((await output.finish()).head).toBe("one\n");
  });

  it("is not waited for when somebody else goes on writing", async () => {
    const { stdout, output } = await setUp(10);
    const writer = setInterval(() => stdout.write("more\n"), 1);
    onTestFinished(() => clearInterval(writer));
    await output.drained();
    expect((await output.finish()).rawBytes).toBeGreaterThan(5);
  });

  it("waits for a disk that is behind", async () => {
    const { stdout, stderr, output } = await setUp(10);
    // The threads that would write are busy.
    for (let thread = 0; thread < 8; thread++) pbkdf2("x", "y", 100_000, 64, "sha512", () => {});
    for (let index = 0; index < 300; index++) stdout.write(`${"x".repeat(99)}\n`.repeat(100));
    stdout.end();
    stderr.end();
    await output.drained();
    expect((await output.finish()).stored).toMatchObject({ bytes: 3_000_000, complete: true });
  });

  it("holds no configured key, whole or split over two reads: in no message, no update and no file [L3]", async () => {
    const { stdout, stderr, output, deltas } = await setUp(100);
    stdout.write(`${"line\n".repeat(50)}the key is sk-prin`);
    await round();
    stdout.end(`ted-KEY1, again sk-printed-KEY1\n${"line\n".repeat(50)}`);
    stderr.end();
    await output.drained();
    const { stored, ...kept } = await output.finish();
    const file = await readFile(stored?.path ?? "", "utf8");
    expect(file).toContain("the key is ***, again ***");
    expect(`${JSON.stringify(kept)}${deltas.join("")}${file}`).not.toContain("KEY1");
  });
});
