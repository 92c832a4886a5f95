import { describe, expect, test } from "vitest";
import { rowsOf, timeScale } from "../../src/page/time-scale.ts";
import { readTimeline, type Timeline } from "../../src/page/timeline.ts";
import { readTranscript } from "../../src/page/transcript.ts";
import type { Message } from "../../src/wire/messages.ts";
import { answer, call, prompt, ran, result, SAMPLE, START, text } from "./sample-conversation.ts";

const seconds = (moment: number) => (moment - START) / 1000;

/** Spans in short: name, seconds from and until, `?` for an end that is not recorded, `!` for a failure. */
function spans(messages: readonly Message[]): string[] {
  return readTimeline(readTranscript(messages)).spans.map(
    ({ name, start, end, isOpen, failed }) =>
      `${name} ${seconds(start)}–${seconds(end)}${isOpen ? "?" : ""}${failed ? "!" : ""}`,
  );
}

describe("a time line", () => {
  test("has every prompt, turn, tool and compaction, as long as the messages tell", () => {
    expect(spans(SAMPLE)).toEqual([
      "prompt 1 0–0",
      "turn 1 1.2–5.19",
      "bash 5.19–9.4!",
      "read 5.3–5.3",
      "grep 5.4–5.4",
      "turn 2 9.6–17.9",
      "edit 17.9–17.9",
      "turn 3 18.1–20.31",
      "bash 20.31–24.2",
      "turn 4 24.5–30?",
      "prompt 2 1900–1900",
      "compaction 1 1900–1905",
      "turn 5 1905.5–1911",
      "read 1911–1911",
      "write 1911.1–1911.1",
      "turn 6 1912–1917.5?!",
      "prompt 3 1980–1980",
      "turn 7 1981–1986.5?!",
    ]);
  });

  test("tells where nothing happened, and what is left", () => {
    const { idles, start, end, workedMs } = readTimeline(readTranscript(SAMPLE));
    expect(idles.map((idle) => [seconds(idle.start), seconds(idle.end)])).toEqual([
      [30, 1900],
      [1917.5, 1980],
    ]);
    expect([seconds(start), seconds(end), workedMs]).toEqual([0, 1986.5, 54_000]);
  });

  test("counts waiting for an answer as work, and short pauses too", () => {
    const waited = [
      prompt("u1", 0, "x"),
      answer("a1", 60, [call("c", "bash", {})]),
      result("r", 70, ["c", "bash"], "", ran(0, 5000)),
      answer("a2", 71, [text("x")]),
      prompt("u2", 80, "x"),
    ];
    const { idles, workedMs } = readTimeline(readTranscript(waited));
    expect([idles, workedMs]).toEqual([[], 80_000]);
  });

  test("ends an answer where the next thing of its run begins, past a prompt that was already waiting", () => {
    const steered = [
      prompt("u1", 0, "x"),
      answer("a1", 2, [text("x")]),
      { ...prompt("u2", 1, "waiting") },
      answer("a2", 9, [text("x")]),
    ];
    expect(spans(steered)).toEqual(["prompt 1 0–0", "turn 1 2–9", "prompt 2 2–2", "turn 2 9–16?"]);
  });

  test("knows only the end of a compaction that somebody asked for", () => {
    const asked = SAMPLE.slice(0, 12).map((message) => {
      if (message.role !== "custom" || typeof message.data !== "object") return message;
      return { ...message, data: { ...message.data, trigger: "manual" } };
    });
    expect(spans(asked).at(-1)).toBe("compaction 1 1905–1905");
  });

  test("never runs backwards, whatever the clock did", () => {
    const odd = [
      prompt("u", 10, "x"),
      answer("a", 5, [call("c", "bash", {})]),
      result("r", 1, ["c", "bash"], "", ran(0, 99_000)),
      { ...prompt("u2", 0, "x"), timestamp: Number.NaN },
    ];
    expect(spans(odd)).toEqual(["prompt 1 10–10", "turn 1 10–10", "bash 10–10", "prompt 2 10–10"]);
  });

  test("of nothing is empty", () => {
    expect(readTimeline([])).toEqual({ spans: [], idles: [], start: 0, end: 0, workedMs: 0 });
  });
});

describe("the scale", () => {
  const timeline = (part: Partial<Timeline>): Timeline => ({
    spans: [],
    idles: [],
    start: 0,
    end: 100,
    workedMs: 100,
    ...part,
  });

  test("is even over the work", () => {
    const at = timeScale(timeline({}));
    expect([0, 25, 100].map(at)).toEqual([0, 25, 100]);
  });

  test("gives every idle stretch the same width", () => {
    const at = timeScale(
      timeline({
        idles: [
          { start: 47, end: 1047 },
          { start: 1094, end: 9094 },
        ],
        end: 9094,
        workedMs: 94,
      }),
    );
    expect([0, 47, 547, 1047, 1094, 9094].map(at)).toEqual([0, 47, 48.5, 50, 97, 100]);
  });

  test("leaves most of the width to the work, however many stretches are idle", () => {
    const idles = Array.from({ length: 100 }, (_, index) => ({
      start: index * 10 + 1,
      end: index * 10 + 10,
    }));
    const at = timeScale(timeline({ idles, end: 1000, workedMs: 100 }));
    expect([at(1) - at(0), at(10) - at(1), at(1000)].map((width) => Number(width.toFixed(2)))).toEqual([
      0.7, 0.3, 100,
    ]);
  });

  test("of a moment is its start", () => {
    expect(timeScale(timeline({ end: 0, workedMs: 0 }))(0)).toBe(0);
  });
});

test("tools at the same time lie in rows of their own, at most four", () => {
  const tools = [
    [0, 10],
    [0, 5],
    [6, 9],
    [7, 8],
    [7, 8],
    [7, 8],
    [20, 21],
  ].map(([start = 0, end = 0]) => ({
    kind: "tool" as const,
    name: "x",
    anchor: "m",
    start,
    end,
    failed: false,
    isOpen: false,
  }));
  expect(rowsOf(tools)).toEqual([0, 1, 1, 2, 3, 3, 0]);
});
