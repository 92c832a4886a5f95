import { expect, test } from "vitest";
import { messagesAfter, newestMessages } from "../../src/agent/transcript-page.ts";
import type { UserMessage } from "../../src/wire/messages.ts";

/** A message of so many MiB. */
function message(id: string, size: number): UserMessage {
  const text = "x".repeat(size * 1024 * 1024);
  return { id, timestamp: 1, role: "user", content: [{ type: "text", text }] };
}

const [a, b, c] = [message("a", 7), message("b", 7), message("c", 7)];

test("a transcript that is too long for one page is told from its beginning, page by page", () => {
  expect(messagesAfter([a, b, c], undefined)).toEqual({ messages: [a, b], truncated: true });
  expect(messagesAfter([a, b, c], "b")).toEqual({ messages: [c] });
  expect(messagesAfter([a, b, c], "z")).toBeUndefined();
});

test("the newest part of one that is too long stays in its order and says that it begins earlier", () => {
  expect(newestMessages([a, b, c])).toEqual({ messages: [b, c], truncated: true });
  expect(newestMessages([a, b])).toEqual({ messages: [a, b] });
});

test("a page has one message at least, whatever its size", () => {
  const huge = message("h", 17);
  expect(messagesAfter([huge, a], undefined)).toEqual({ messages: [huge], truncated: true });
});
