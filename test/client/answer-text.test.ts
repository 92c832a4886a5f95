import { expect, test } from "vitest";
import { AnswerText, type RunBounds } from "../../src/client/answer-text.ts";
import type { ClientEvent } from "../../src/client/client-event.ts";
import type { AssistantMessage, Message } from "../../src/wire/messages.ts";
import { answer } from "./fake-server.ts";

const said = (id: string, text: string): AssistantMessage => ({ ...answer(text), id });
const user = (id: string): Message => ({
  id,
  timestamp: 1,
  role: "user",
  content: [{ type: "text", text: "go" }],
});
const start = (message: Message): ClientEvent => ({ type: "message_start", message });
const end = (message: Message): ClientEvent => ({ type: "message_end", message });
const piece = (id: string, text: string): ClientEvent => ({
  type: "message_update",
  message: { id, role: "assistant" },
  stream_event: { type: "text_delta", index: 0, delta: text },
});
const gap = (...messages: Message[]): ClientEvent => ({ type: "gap", messages, running: true });

/** The pieces that these events come to, in a run of these bounds. */
function pieces(events: readonly ClientEvent[], bounds: Partial<RunBounds> = {}): string[] {
  const text = new AnswerText();
  const all = { messageId: "u1", lastMessageId: null, ...bounds };
  return events.flatMap((event) => text.take(event, () => all));
}

test("every piece of text comes as it is, with an empty line between answers", () => {
  const one = said("a1", "one two");
  const events = [
    end(user("u1")),
    start(one),
    piece("a1", "one "),
    piece("a1", "two"),
    end(one),
    start(said("a2", "")),
    end(said("a2", "")),
    piece("a3", "three"),
  ];
  expect(pieces(events)).toEqual(["one ", "two", "\n\n", "three"]);
});

test("what is missing at the end of an answer is told by its end", () => {
  const one = said("a1", "one two three");
  expect(pieces([start(one), piece("a1", "one "), gap(user("u1")), piece("a1", "three"), end(one)])).toEqual([
    "one ",
    "two three",
  ]);
});

test("answers that ended in a gap are told from it, once, and none of other runs", () => {
  const messages = [said("a0", "before"), user("u1"), said("a1", "one two"), said("a2", "three"), user("u2")];
  const later = said("a4", "five");
  expect(
    pieces([
      start(said("a1", "")),
      piece("a1", "one "),
      gap(...messages),
      gap(...messages, said("a3", "four")),
      start(later),
      piece("a4", "five"),
      end(later),
    ]),
  ).toEqual(["one ", "two", "\n\n", "three", "\n\n", "four", "\n\n", "five"]);
  expect(pieces([gap(...messages, said("a3", "another run's"))], { lastMessageId: "a2" })).toEqual([
    "one two",
    "\n\n",
    "three",
  ]);
});

test("a gap whose messages begin inside the run, or that hides its beginning, is told too", () => {
  expect(pieces([gap(said("a5", "five"), said("a6", "six"))])).toEqual(["five", "\n\n", "six"]);
  const unknown = [said("a0", "before"), user("u1"), said("a1", "one")];
  expect(pieces([gap(...unknown)], { messageId: null })).toEqual(["one"]);
});
