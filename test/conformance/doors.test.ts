import { describe, expect, test } from "vitest";
import { jsonrpc } from "./other-doors.ts";
import { playBy, single, transcripts } from "./play-by-door.ts";

test("most transcripts are about what every door can do", () => {
  const names = transcripts.map(({ name }) => name);
  for (const name of ["prompt.txt", "steer.txt", "follow-up.txt", "abort.txt", "failure.txt", "retry.txt"])
    expect(names).toContain(name);
  expect(names.length).toBeGreaterThan(20);
  expect(single.length).toBeGreaterThan(10);
});

describe.concurrent("the events of a transcript are the same by JSON-RPC:", () => {
  test.each(transcripts)("$name", ({ transcript }) => playBy(jsonrpc, transcript));
});
