import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import type { PermissionAnswer } from "../../src/permissions/decision.ts";
import type { Key } from "../../src/terminal/keys.ts";
import { ALONE_MS } from "../../src/terminal/lone-key.ts";
import { Panels } from "../../src/terminal/panels.ts";
import { QUIET_MS, SEEN_MS } from "../../src/terminal/question-keys.ts";
import { createStyle } from "../../src/terminal/style.ts";
import { createManualClock } from "../llm/manual-clock.ts";

const LINES = Array.from({ length: 100 }, (_, at) => `line ${at + 1}`);

function key(name: string): Key {
  return { type: "key", name, ctrl: false, alt: false, shift: false };
}

function letter(text: string): Key {
  return { type: "text", text };
}

/** A terminal in which questions come up above a draft. */
function sitDown(draft = "") {
  const clock = createManualClock();
  const seen = { draft, stops: 0, answers: [] as PermissionAnswer[] };
  const panels = new Panels({
    clock,
    style: createStyle(false),
    workspace: "/",
    hasLines: false,
    isEmpty: () => seen.draft === "",
    takesEscape: () => false,
    type(key) {
      if (key.type !== "key") seen.draft += key.text;
      else if (key.name === "backspace") seen.draft = seen.draft.slice(0, -1);
      else if (key.name === "enter") seen.draft = "";
    },
    stop: () => {
      seen.stops++;
    },
    onShow: () => {},
    onChange: () => {},
  });
  /** As far as keys and timers have come. */
  const pass = async (ms: number) => {
    clock.pass(ms);
    await turn();
  };
  const press = (...keys: Key[]) => {
    for (const one of keys) if (!panels.takes(one) && one.type === "text") seen.draft += one.text;
  };
  /** So many milliseconds behind each letter. */
  const type = async (text: string, pause: number) => {
    for (const one of text) {
      press(letter(one));
      await pass(pause);
    }
  };
  const ask = async (command = "ls") => {
    const before = panels.current;
    const request = {
      toolCallId: "c",
      toolName: "bash",
      arguments: { command },
      reason: "runs",
      always: "ls",
    };
    const answer = panels.asker((value) => value).permission(request, new AbortController().signal);
    void answer.then((given) => seen.answers.push(given));
    await expect.poll(() => panels.current !== before).toBe(true);
    panels.drawn();
  };
  const view = (rows = 24) => panels.current?.view(80, rows).lines ?? [];
  return { seen, panels, pass, press, type, ask, view };
}

const words = [
  "maybe you should",
  "hey wait",
  "ok yes",
  "yes but with tabs",
  "a moment",
  "no, all of it",
  "run it",
];
const times = words.flatMap((text) => [20, 120, 400, 499].map((begun) => [text, begun] as const));

test.each(times)(
  "'%s', begun %i ms after the question came up, is a draft and no answer",
  async (text, begun) => {
    const { seen, pass, type, ask } = sitDown();
    await ask();
    await pass(begun);
    await type(text, 120);
    await pass(5000);
    expect(seen).toEqual({ draft: text, stops: 0, answers: [] });
  },
);

test.each(words)("'%s', begun when it was seen long ago, is no answer either", async (text) => {
  const { seen, pass, type, ask } = sitDown();
  await ask();
  await pass(SEEN_MS + 3000);
  await type(text, ALONE_MS - 1);
  await pass(5000);
  expect(seen).toEqual({ draft: text, stops: 0, answers: [] });
});

test("words that are typed slowly and were begun before it are none", async () => {
  const { seen, pass, type, ask } = sitDown();
  await type("tr", 700);
  await ask();
  await type("y you", 700);
  await pass(5000);
  expect(seen).toEqual({ draft: "try you", stops: 0, answers: [] });
});

test("a letter behind a draft is none, however old that is", async () => {
  const { seen, pass, type, ask } = sitDown("abc ");
  await pass(4000);
  await ask();
  await pass(4000);
  await type("y", 4000);
  expect(seen).toEqual({ draft: "abc y", stops: 0, answers: [] });
});

test("a letter that came before anybody can have seen it is none", async () => {
  const { seen, pass, press, ask } = sitDown();
  await ask();
  await pass(5);
  press(letter("y"));
  await pass(5000);
  expect(seen).toEqual({ draft: "y", stops: 0, answers: [] });
});

test("a letter that comes together with others, or is pasted, is none", async () => {
  const pasted = { type: "paste", text: "y" } as const;
  for (const one of [{ type: "text", text: "yy" } as const, { type: "text", text: "y\n" } as const, pasted]) {
    const { seen, pass, press, ask } = sitDown();
    await ask();
    await pass(SEEN_MS);
    press(one);
    await pass(5000);
    expect(seen).toEqual({ draft: one.text, stops: 0, answers: [] });
  }
});

test.each<[string, PermissionAnswer]>([
  ["y", { decision: "allow" }],
  ["Y", { decision: "allow" }],
  ["a", { decision: "allow_always" }],
  ["n", { decision: "deny" }],
])("'%s' alone answers as soon as no word can follow", async (text, answer) => {
  const { seen, panels, pass, press, ask } = sitDown();
  await ask();
  await pass(SEEN_MS);
  press(letter(text));
  await pass(ALONE_MS - 1);
  expect(seen.answers).toEqual([]);
  await pass(1);
  await turn();
  expect(seen).toEqual({ draft: "", stops: 0, answers: [answer] });
  expect(panels.current).toBeUndefined();
});

test("an Enter behind the letter says that it is all", async () => {
  const { seen, pass, press, ask } = sitDown();
  await ask();
  await pass(SEEN_MS);
  press(letter("y"), key("enter"));
  await turn();
  expect(seen).toEqual({ draft: "", stops: 0, answers: [{ decision: "allow" }] });
});

test("a letter right behind another key is no answer", async () => {
  const { seen, pass, press, ask } = sitDown();
  await ask();
  await pass(SEEN_MS);
  press(letter("x"), key("enter"));
  await pass(290);
  press(letter("y"));
  await pass(5000);
  expect(seen).toEqual({ draft: "y", stops: 0, answers: [] });
  press(key("backspace"));
  await pass(QUIET_MS);
  press(letter("y"));
  await pass(ALONE_MS);
  expect(seen.answers).toEqual([{ decision: "allow" }]);
});

test("a letter that is held when the question goes, or when Ctrl+C is typed, is in the draft", async () => {
  const { seen, panels, pass, press, ask } = sitDown();
  await ask();
  await pass(SEEN_MS);
  press(letter("y"));
  panels.typed();
  await pass(5000);
  expect(seen).toEqual({ draft: "y", stops: 0, answers: [] });
  press(key("backspace"));
  await pass(5000);
  press(letter("a"));
  panels.current?.cancel();
  await pass(5000);
  expect(seen).toEqual({
    draft: "a",
    stops: 0,
    answers: [{ decision: "deny", reason: "runs, and there was no answer" }],
  });
});

test("Esc gives the keys back to the question, leaves the draft, and is for this question only", async () => {
  const { seen, pass, press, ask, view } = sitDown("abc");
  await ask();
  await pass(SEEN_MS);
  expect(view().at(-1)).toBe("Esc: back to the question · Enter: send");
  press(key("escape"));
  expect(view().at(-1)).toBe("y yes · n no · r no because · Esc stops");
  press(letter("y"));
  await pass(ALONE_MS);
  expect(seen).toEqual({ draft: "abc", stops: 0, answers: [{ decision: "allow" }] });
  await ask();
  await pass(SEEN_MS);
  press(letter("y"));
  await pass(5000);
  expect(seen.draft).toBe("abcy");
  press(key("escape"), letter("x"));
  await pass(QUIET_MS);
  press(letter("y"));
  await pass(5000);
  expect(seen).toEqual({ draft: "abcyxy", stops: 0, answers: [{ decision: "allow" }] });
});

test("Esc without a draft stops the run, and is no answer", async () => {
  const { seen, pass, press, ask } = sitDown();
  await ask();
  press(key("escape"));
  await pass(0);
  expect(seen).toEqual({
    draft: "",
    stops: 1,
    answers: [{ decision: "deny", reason: "runs, and there was no answer" }],
  });
});

test("the answers are named as soon as they count", async () => {
  const { pass, ask, view } = sitDown();
  await ask();
  expect(view().at(-1)).toBe("");
  await pass(SEEN_MS - 1);
  expect(view().at(-1)).toBe("");
  await pass(1);
  expect(view().at(-1)).toBe("y yes · n no · r no because · Esc stops");
});

test("while the reason is written, every key is for it", async () => {
  const { seen, pass, press, type, ask } = sitDown();
  await ask();
  await pass(SEEN_MS);
  await type("r", ALONE_MS);
  await type("yes y", 10);
  press(key("enter"));
  await turn();
  expect(seen).toEqual({ draft: "", stops: 0, answers: [{ decision: "deny", reason: "yes y" }] });
});

test("a long question goes by pages, and to both ends; Space is text in a draft", async () => {
  const { seen, pass, press, ask, view } = sitDown();
  await ask(LINES.join("\n"));
  await pass(SEEN_MS);
  const shown = () =>
    view(14)
      .slice(1, -2)
      .map((line) => line.trim());
  expect(shown()).toEqual(["command: line 1", ...LINES.slice(1, 10), "… 90 more lines: Space shows them"]);
  press(letter(" "));
  expect(shown()).toEqual([...LINES.slice(9, 19), "… 81 more lines: Space shows them"]);
  press(key("pagedown"), key("pagedown"), key("pageup"));
  expect(shown()[0]).toBe("line 19");
  press(key("end"));
  expect(shown()).toEqual(LINES.slice(89));
  press(key("down"), key("up"));
  expect(shown()[0]).toBe("line 89");
  press(key("home"));
  expect(shown()[0]).toBe("command: line 1");
  press(letter("o"), letter(" "), key("pagedown"));
  expect(shown()).toEqual([...LINES.slice(9, 19), "… 81 more lines: PageDown shows them"]);
  expect(seen.draft).toBe("o ");
});
