import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lockOwner, lockSession } from "../../src/sessions/session-lock.ts";
import { folder } from "./place.ts";

/** The number of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = fork("-e", [], { execArgv: ["-e", ""], stdio: "ignore" });
  await once(child, "exit");
  return child.pid ?? 0;
}

const owner = (pid: number, more: object = {}) =>
  JSON.stringify({ pid, host: hostname(), started: "1", token: "dead", ...more });

const owned = (file: string) => JSON.parse(readFileSync(`${file}.lock`, "utf8"));

describe("a lock that says nothing", () => {
  test.each(["", "{}", "no JSON", '{"pid":"1"}'])(
    "is taken over when it is old, and not before: %j",
    (text) => {
      const file = join(folder(), "a.jsonl");
      const path = `${file}.lock`;
      writeFileSync(path, text);
      expect(lockSession(file)).toEqual({ owner: null, path });
      utimesSync(path, 1, 1);
      expect("lock" in lockSession(file)).toBe(true);
      expect(owned(file).pid).toBe(process.pid);
    },
  );
});

describe("the lock of a conversation", () => {
  test("is one for all, whole, private, and gone when it is given back", () => {
    const file = join(folder(), "a.jsonl");
    const first = lockSession(file);
    if (!("lock" in first)) throw new Error("refused");
    expect(owned(file)).toEqual({
      pid: process.pid,
      host: hostname(),
      started: expect.stringMatching(/^\d+$/),
      token: expect.stringMatching(/^[0-9a-f]{24}$/),
    });
    expect(statSync(`${file}.lock`).mode & 0o777).toBe(0o600);
    expect(lockSession(file)).toEqual({ owner: owned(file), path: `${file}.lock` });
    expect(lockOwner(file)).toEqual(owned(file));
    first.lock.release();
    first.lock.release();
    expect(readdirSync(join(file, ".."))).toEqual([]);
    expect(lockOwner(file)).toBeUndefined();
    expect("lock" in lockSession(file)).toBe(true);
  });

  test("is the same through links", () => {
    const place = folder();
    writeFileSync(join(place, "a.jsonl"), "");
    symlinkSync("a.jsonl", join(place, "b.jsonl"));
    symlinkSync(place, join(place, "c"));
    expect("lock" in lockSession(join(place, "b.jsonl"))).toBe(true);
    for (const other of ["a.jsonl", "c/a.jsonl", "c/b.jsonl"])
      expect(lockSession(join(place, other))).toMatchObject({ path: join(place, "a.jsonl.lock") });
  });

  test("is taken over from a process that is gone, and from one whose number went to another", async () => {
    for (const left of [owner(await deadPid()), owner(process.pid, { started: "12" })]) {
      const file = join(folder(), "a.jsonl");
      writeFileSync(`${file}.lock`, left);
      expect(lockOwner(file)).toBeUndefined();
      expect("lock" in lockSession(file)).toBe(true);
      expect(owned(file)).toMatchObject({ pid: process.pid });
      expect(readdirSync(join(file, ".."))).toEqual(["a.jsonl.lock"]);
    }
  });

  test("is taken over also when somebody died while taking it over", async () => {
    const file = join(folder(), "a.jsonl");
    const pid = await deadPid();
    writeFileSync(`${file}.lock`, owner(pid));
    // What stopped in the middle leaves its claim.
    const claims = claimOf(`${file}.lock`, "dead");
    writeFileSync(claims, owner(pid, { token: "dead too" }));
    writeFileSync(claimOf(claims, "dead too"), owner(pid, { token: "dead three" }));
    expect("lock" in lockSession(file)).toBe(true);
    expect(readdirSync(join(file, ".."))).toEqual(["a.jsonl.lock"]);
  });

  test("is not taken over while somebody else does", async () => {
    const file = join(folder(), "a.jsonl");
    writeFileSync(`${file}.lock`, owner(await deadPid()));
    writeFileSync(claimOf(`${file}.lock`, "dead"), owner(process.ppid, { started: null, token: "other" }));
    expect(lockSession(file)).toMatchObject({ owner: { pid: process.ppid } });
    expect(owned(file)).toMatchObject({ token: "dead" });
  });

  test.each<[string, string]>([
    ["of another machine", owner(1, { host: "elsewhere" })],
    ["that cannot be read", "{"],
    ["of something that is no process", owner(-1)],
  ])("%s stays as it is", (_what, text) => {
    const file = join(folder(), "a.jsonl");
    writeFileSync(`${file}.lock`, text);
    const outcome = lockSession(file);
    expect("lock" in outcome).toBe(false);
    expect(readFileSync(`${file}.lock`, "utf8")).toBe(text);
    expect(readdirSync(join(file, ".."))).toEqual(["a.jsonl.lock"]);
  });

  test("is not removed by one who lost it", () => {
    const file = join(folder(), "a.jsonl");
    const mine = lockSession(file);
    writeFileSync(`${file}.lock`, owner(1, { token: "theirs" }));
    if ("lock" in mine) mine.lock.release();
    expect(existsSync(`${file}.lock`)).toBe(true);
  });
});

function claimOf(path: string, token: string): string {
  return `${path}.${createHash("sha256").update(token).digest("hex").slice(0, 16)}`;
}
