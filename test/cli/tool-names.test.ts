import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { OPTIONS } from "../../src/cli/option-table.ts";
import { systemClock } from "../../src/clock.ts";
import { createRedactor } from "../../src/secrets/redactor.ts";
import { createProcesses } from "../../src/tools/processes.ts";
import { createToolset } from "../../src/tools/toolset.ts";

test("--tools knows every built-in tool by its name", () => {
  const folder = tmpdir();
  const clock = systemClock;
  const processes = createProcesses({ clock, platform: process.platform, tempFolder: folder });
  const { tools } = createToolset({
    workspace: folder,
    home: folder,
    environment: {},
    redactor: createRedactor([]),
    clock,
    processes,
    tempFolder: folder,
  });
  expect(tools.map(({ name }) => name)).toEqual(OPTIONS.tools.items);
});
