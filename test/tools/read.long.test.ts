import { open } from "node:fs/promises";
import { expect, test } from "vitest";
import { createReadTool } from "../../src/tools/read.ts";
import { callText, createWorkspace } from "./workspace.ts";

test("read of the end of a 5 GB file costs no more memory than of its start", async () => {
  const { environment, path } = await createWorkspace();
  const read = createReadTool(environment);
  const handle = await open(path("huge.log"), "w");
  await handle.write("line\n".repeat(2000), 0);
  await handle.write("\nlast\n", 5_000_000_000);
  await handle.close();
  await callText(read, { path: "huge.log", limit: 1 });
  const before = process.memoryUsage().rss;
  expect(await callText(read, { path: "huge.log", offset: 2002 })).toBe("last\n");
  expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
}, 120_000);
