import { existsSync, mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeFolders } from "../../src/tools/make-folders.ts";

describe("makeFolders", () => {
  const top = mkdtempSync(join(tmpdir(), "letscode-folders-"));

  it("makes a folder with all that is missing above it, and minds none that is there", () => {
    makeFolders(join(top, "a/b/c"), 0o700);
    makeFolders(join(top, "a/b/c"));
    expect(statSync(join(top, "a/b/c")).mode & 0o777).toBe(0o700);
  });

  it("ends with the system's error where no folder can be made", () => {
    writeFileSync(join(top, "file"), "");
    expect(() => makeFolders(join(top, "file/sub"))).toThrow(/ENOTDIR/);
    if (existsSync("/proc/self"))
      expect(() => makeFolders("/proc/no-such/sub")).toThrow(/ENOENT|EACCES|EPERM/);
  });
});
