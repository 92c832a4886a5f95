import { readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, it } from "vitest";
import { createOutputFile } from "../../src/tools/output-file.ts";
import { createWorkspace } from "./workspace.ts";

it("is for the user's eyes only, under a name nobody can guess [H11]", async () => {
  const { root } = await createWorkspace();
  const folder = join(root, "a", "b");
  const file = createOutputFile(folder, 1000, () => {});
  file.write("héllo ");
  file.write("🙂");
  const stored = await file.close();
  expect(stored).toEqual({ path: stored.path, bytes: 11, complete: true });
  expect(readFileSync(stored.path, "utf8")).toBe("héllo 🙂");
  expect(dirname(stored.path)).toBe(folder);
  expect(basename(stored.path)).toMatch(/^output-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.txt$/);
  expect([statSync(stored.path).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700]);
});

it("takes no more than its limit, and no half character [D16]", async () => {
  const { root } = await createWorkspace();
  const file = createOutputFile(root, 9, () => {});
  file.write("1234");
  file.write("é🙂🙂");
  file.write("more");
  const stored = await file.close();
  expect(stored).toEqual({ path: stored.path, bytes: 6, complete: false });
  expect(readFileSync(stored.path, "utf8")).toBe("1234é");
});

it("tells when the disk is behind, and when it has caught up", async () => {
  const { root } = await createWorkspace();
  let drained: () => void = () => {};
  const caughtUp = new Promise<void>((resolve) => {
    drained = resolve;
  });
  const file = createOutputFile(root, 1e9, () => drained());
  expect(file.write("x".repeat(2_000_000))).toBe(false);
  await caughtUp;
  expect(file.write("y")).toBe(true);
  expect((await file.close()).bytes).toBe(2_000_001);
});

it("says what the disk said, and never holds anybody up, when it cannot be written", async () => {
  const { root } = await createWorkspace();
  const folder = join(root, "file");
  writeFileSync(folder, "");
  const file = createOutputFile(folder, 1000, () => {});
  file.write("x");
  expect(await file.close()).toMatchObject({
    complete: false,
    failure: "a part of the path is a file, not a folder",
  });
});
