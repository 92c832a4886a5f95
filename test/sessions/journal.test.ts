import {
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Journal } from "../../src/sessions/journal.ts";
import { folder } from "./place.ts";

/** What this process has open. */
function openFiles(): string[] {
  return readdirSync("/proc/self/fd").flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)];
    } catch {
      return [];
    }
  });
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** A journal whose disk takes so many bytes at each call, as told; then it is as it should be. */
function journal(script: (number | string)[] = []) {
  const file = join(folder(), "file");
  const reports: string[] = [];
  const steps = [...script];
  const one = new Journal({
    file,
    first: "head\n",
    open() {
      const step = steps[0] === "no open" ? steps.shift() : undefined;
      if (step !== undefined) throw failure("EROFS");
      return openSync(file, "a", 0o600);
    },
    encode: (value) => `${JSON.stringify(value)}\n`,
    report: (line) => reports.push(line.replaceAll(file, "FILE")),
    write(descriptor, bytes) {
      const step = steps.shift();
      if (typeof step === "string") throw failure(step);
      return writeSync(descriptor, step === undefined ? bytes : bytes.subarray(0, step));
    },
  });
  return {
    one,
    file,
    reports,
    isOpen: () => openFiles().includes(file),
    text: () => readFileSync(file, "utf8"),
  };
}

const FAILED = (reason: string) =>
  `cannot save the conversation in FILE: ${reason}; it goes on, and each message tries again`;

describe("a journal", () => {
  test("opens the file with its first line, and has each line there when add returns", () => {
    const { one, isOpen, text } = journal();
    expect(isOpen()).toBe(false);
    one.add({ n: 1 });
    expect(text()).toBe('head\n{"n":1}\n');
    one.add({ n: 2 }, { n: 3 });
    expect(text()).toBe('head\n{"n":1}\n{"n":2}\n{"n":3}\n');
    expect(isOpen()).toBe(true);
    one.close();
    expect(isOpen()).toBe(false);
  });

  test.each<[string, string]>([
    ["ENOSPC", "no space is left on the disk"],
    ["EROFS", "the file system is read-only"],
    ["EIO", "EIO"],
  ])("keeps what %s refuses, in order, and tells it once", (code, reason) => {
    const { one, reports, text } = journal([5, 8, code, code, code]);
    one.add({ n: 1 });
    one.add({ n: 2 });
    one.add({ n: 3 });
    one.add({ n: 4 });
    expect(text()).toBe('head\n{"n":1}\n');
    expect(one.unsaved).toBe(3);
    one.add({ n: 5 });
    expect(text()).toBe('head\n{"n":1}\n{"n":2}\n{"n":3}\n{"n":4}\n{"n":5}\n');
    expect(reports).toEqual([FAILED(reason), "FILE can be written again: 4 messages are saved now"]);
  });

  test("completes a line of which only a part was taken, wherever it broke off", () => {
    const whole = 'head\n{"n":1}\n{"text":"é and more"}\n{"n":3}\n';
    const line = Buffer.byteLength('{"text":"é and more"}\n');
    for (let taken = 1; taken < line; taken++) {
      const { one, text } = journal([5, 8, taken, "ENOSPC"]);
      one.add({ n: 1 });
      one.add({ text: "é and more" });
      one.add({ n: 3 });
      expect(text()).toBe(whole);
    }
  });

  test("tells again what fails again after it had worked", () => {
    const { one, reports } = journal(["ENOSPC", 100, 100, "ENOSPC"]);
    one.add({ n: 1 });
    one.add({ n: 2 });
    one.add({ n: 3 });
    expect(reports).toEqual([
      FAILED("no space is left on the disk"),
      "FILE can be written again: 2 messages are saved now",
      FAILED("no space is left on the disk"),
    ]);
  });

  test.each<[string, (file: string) => void]>([
    ["was removed", (file) => rmSync(file)],
    ["was cut short", (file) => truncateSync(file, 3)],
  ])("tells once that its file %s, and leaves alone what is there", (what, spoil) => {
    const { one, file, reports, isOpen } = journal();
    one.add({ n: 1 });
    spoil(file);
    const before = existsSync(file) && readFileSync(file, "utf8");
    one.add({ n: 2 });
    one.add({ n: 3 });
    one.close();
    expect(existsSync(file) && readFileSync(file, "utf8")).toBe(before);
    expect(isOpen()).toBe(false);
    expect(reports).toEqual([
      `FILE ${what} while the conversation was open; what is said from now on is not saved`,
    ]);
  });

  test("asks for the file again with each line while it cannot be opened", () => {
    const { one, text } = journal(["no open", "no open"]);
    one.add({ n: 1 });
    one.add({ n: 2 });
    expect(one.hasWritten).toBe(false);
    one.add({ n: 3 });
    expect(text()).toBe('head\n{"n":1}\n{"n":2}\n{"n":3}\n');
    expect(one.hasWritten).toBe(true);
  });

  test("tries once more at its end and says how much was lost", () => {
    const saved = journal(["EIO"]);
    saved.one.add({ n: 1 });
    saved.one.close();
    expect(saved.text()).toBe('head\n{"n":1}\n');
    const lost = journal(["EIO", "EIO", "EIO"]);
    lost.one.add({ n: 1 });
    lost.one.add({ n: 2 });
    lost.one.close();
    lost.one.close();
    lost.one.add({ n: 3 });
    expect(lost.reports).toEqual([FAILED("EIO"), "FILE: 2 messages are not saved"]);
    expect(lost.text()).toBe("");
  });

  test("closes its file also while the system brings it to the disk", async () => {
    const { one, isOpen } = journal();
    one.add({ n: 1 });
    one.sync();
    one.close();
    await expect.poll(isOpen).toBe(false);
  });

  test("loses nothing but what is no JSON", () => {
    const { one, reports, text } = journal();
    one.add({ n: 1 }, { n: 2n }, { n: 3 });
    expect(text()).toBe('head\n{"n":1}\n{"n":3}\n');
    expect(reports).toEqual([expect.stringMatching(/^FILE: a message cannot be saved: .*BigInt/)]);
  });

  test("writes more lines than go into one write, in order", () => {
    const { one, text } = journal();
    const values = Array.from({ length: 200 }, (_, n) => ({ n }));
    one.add(...values);
    expect(text()).toBe(`head\n${values.map((value) => `${JSON.stringify(value)}\n`).join("")}`);
  });
});
