/** The terminal: from the start of a program to the first key drawn, and how long keys wait while much is shown. */
import { join } from "node:path";
import { conversation, writeConversation } from "./conversation.mjs";
import { markdown } from "./markdown.mjs";
import { collect, interleave } from "./measure.mjs";
import { openPty } from "./pty.mjs";
import { empty, letscode, letscodeTerminal } from "./subjects.mjs";
import { measureCourse } from "./terminal-course.mjs";

const COUNTS = {
  full: { rounds: 31, courses: 3, lines: 10_000, printed: 100_000, messages: 400 },
  quick: { rounds: 3, courses: 1, lines: 1000, printed: 1000, messages: 20 },
};
const [KEY, STYLES] = ["q", "(?:\\u001b\\[[0-9;]*m)*"];
/** How each program draws the key in its editor: what is there before it is its own is the system's. */
const DRAWN = {
  letscode: new RegExp(`> ${STYLES}${KEY}`),
  pi: new RegExp(`\\u001b\\[2K${STYLES}${KEY}`),
};
const ANY = /[\s\S]/;
/** The lines of an answer of the conversation that is resumed. */
const ANSWER_LINES = 40;

/** @param {import("./bench.mjs").Bench} bench */
export async function measureTerminal({ quick, model, place, pi, say }) {
  const counts = quick ? COUNTS.quick : COUNTS.full;
  const { rounds, lines, printed } = counts;
  const keys = collect();
  const firstKey =
    (
      /** @type {string} */ name,
      /** @type {import("./subjects.mjs").Start} */ start,
      /** @type {RegExp} */ what,
    ) =>
    async () => {
      const began = performance.now();
      const pty = openPty(start, place);
      const drawn = pty.draws(what);
      // The system keeps the key until the program reads it.
      if (what !== ANY) pty.type(KEY);
      await drawn;
      keys.add(name, performance.now() - began);
      await pty.stop();
    };
  const url = model.url("deltas/10");
  const tasks = [
    firstKey("empty script", empty().start(url), ANY),
    firstKey(letscode().name, letscodeTerminal(url), DRAWN.letscode),
    ...(pi
      ? [
          firstKey("empty script, pi's Node", empty(pi.node).start(url), ANY),
          firstKey(pi.name, pi.terminal(url), DRAWN.pi),
        ]
      : []),
  ];
  await interleave(rounds, tasks, (round) => say(`start: round ${round} of ${rounds}`));

  const file = join(place.home, "terminal.jsonl");
  const course = (
    /** @type {string} */ name,
    /** @type {string} */ answer,
    more = /** @type {string[]} */ ([]),
  ) => {
    say(name);
    const start = letscodeTerminal(model.url(answer), more);
    return measureCourse({ start, place, rounds: counts.courses });
  };
  const messages = longConversation(counts.messages);
  return {
    rounds,
    first_key_ms: keys.summaries(),
    ...{ lines, printed, resumed: linesOf(messages) },
    answer: await course(`an answer of ${lines} lines`, `markdown/${lines}`),
    resumed_answer: await (async () => {
      writeConversation(file, place.cwd, messages);
      return course("a long conversation", `markdown/${Math.ceil(lines / 5)}`, ["--session", file]);
    })(),
    output: await course(`a command that prints ${printed} lines`, `seq/${printed}`),
  };
}

/** A conversation whose last answers are long. @param {number} count of messages */
function longConversation(count) {
  return conversation(count).map((message, at) =>
    at % 4 === 3 ? { ...message, content: [{ type: "text", text: markdown(ANSWER_LINES) }] } : message,
  );
}

/** @param {readonly import("./conversation.mjs").Message[]} messages */
function linesOf(messages) {
  return messages
    .flatMap(({ content }) => content.map(({ text = "" }) => text.split("\n").length))
    .reduce((sum, lines) => sum + lines, 0);
}
