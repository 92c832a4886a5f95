import { expect, it } from "vitest";
import { ToolUpdates } from "../../src/agent/tool-updates.ts";
import { createRedactor } from "../../src/secrets/redactor.ts";

const NOTE = "\n[No more output is shown while this runs; the result holds its head and tail.]\n";

it("updates end with one note after their limit in bytes, without cutting a character", () => {
  const deltas: string[] = [];
  const updates = new ToolUpdates(createRedactor([]), (delta) => deltas.push(delta), 7);
  for (const text of ["ab", "🙂🙂", "more"]) updates.add(text);
  updates.end();
  expect(deltas).toEqual(["ab", "🙂", NOTE]);
});

it("updates that just fit have no note", () => {
  const deltas: string[] = [];
  const updates = new ToolUpdates(createRedactor([]), (delta) => deltas.push(delta), 6);
  updates.add("ab🙂");
  updates.end();
  expect(deltas).toEqual(["ab🙂"]);
});
