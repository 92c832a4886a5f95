import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { takePiece, transcriptTexts } from "../../../src/plugins/compaction/transcript-text.ts";
import { assistant, call, result, text, user } from "../../llm/ask.ts";

describe("a conversation as text", () => {
  test("has every message with its speaker, calls with their arguments, images named, no thinking", () => {
    const image = { type: "image" as const, mime_type: "image/png", data: "AAAA" };
    const asked = user("What is this?");
    const texts = transcriptTexts([
      { ...asked, content: [...asked.content, image] },
      assistant([
        { type: "thinking", thinking: "secret thoughts", signature: "sig" },
        text("I look."),
        call("c1", "read", { path: "a.ts" }),
        { type: "tool_call", tool_call_id: "c2", name: "bash", arguments: {}, arguments_text: '{"command":' },
      ]),
      result("c1", "read", "line 1\nline 2"),
      result("c2", "bash", "no JSON", true),
      assistant([text("A file.")]),
    ]);
    expect(texts).toEqual([
      "[User]\nWhat is this?\n(an image, image/png)",
      '[Assistant]\nI look.\n[Assistant calls read]\n{"path":"a.ts"}\n[Assistant calls bash]\n{"command":',
      "[Result of read]\nline 1\nline 2",
      "[Error of bash]\nno JSON",
      "[Assistant]\nA file.",
    ]);
  });

  test("has long results and arguments with their middle left out and said so; what people said is whole", () => {
    const long = `${"a".repeat(2000)}${"b".repeat(5000)}${"c".repeat(2000)}`;
    const [said, called, came] = transcriptTexts([
      user(long),
      assistant([call("c1", "write", { content: long })]),
      result("c1", "write", long),
    ]);
    expect(said).toBe(`[User]\n${long}`);
    expect(called?.length).toBeLessThan(4200);
    expect(came).toBe(
      `[Result of write]\n${"a".repeat(2000)}\n(… 5000 characters are left out here …)\n${"c".repeat(2000)}`,
    );
  });

  test("leaves out what no model sees: failed answers, their calls' results, blank texts", () => {
    expect(
      transcriptTexts([
        user("go"),
        assistant([text("half"), call("c1", "read")], { stop_reason: "error" }),
        result("c1", "read", "not run"),
        assistant([], { stop_reason: "aborted" }),
        assistant([text(" ")]),
      ]),
    ).toEqual(["[User]\ngo"]);
  });
});

describe("pieces", () => {
  test("hold all of it in order, whatever their size, and split no character", () => {
    const anyTexts = fc.array(fc.string({ unit: "binary-ascii", maxLength: 20 }).map((one) => `${one}😀.`));
    fc.assert(
      fc.property(anyTexts, fc.integer({ min: 1, max: 30 }), (texts, size) => {
        let left: readonly string[] = texts;
        let all = "";
        while (left.length > 0) {
          const next = takePiece(left, size);
          expect(next.piece.length).toBeGreaterThan(0);
          expect(next.piece.length).toBeLessThanOrEqual(size + 1);
          expect(next.piece.isWellFormed()).toBe(true);
          all += next.piece;
          left = next.left;
        }
        expect(all.replaceAll("\n\n", "")).toBe(texts.join("").replaceAll("\n\n", ""));
      }),
    );
  });

  test("end between messages where they can", () => {
    expect(takePiece(["aaaa", "bbbb", "cccc"], 10)).toEqual({ piece: "aaaa\n\nbbbb", left: ["cccc"] });
    expect(takePiece(["aaaa", "bbbb"], 9)).toEqual({ piece: "aaaa", left: ["bbbb"] });
    expect(takePiece(["aaaaaa"], 4)).toEqual({ piece: "aaaa", left: ["aa"] });
    expect(takePiece(["a", "b"], Number.POSITIVE_INFINITY)).toEqual({ piece: "a\n\nb", left: [] });
  });
});
