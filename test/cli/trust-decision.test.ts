import {
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { decideTrust } from "../../src/cli/trust-decision.ts";
import { openTrustMemory } from "../../src/cli/trust-memory.ts";
import type { TrustQuestion } from "../../src/cli/trust-question.ts";
import { makeWorld } from "./surroundings.ts";

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);

/** A project with one plugin, whose user answers as told. */
function makeCase() {
  const world = makeWorld();
  const project = realpathSync(world.project);
  const memory = join(world.home, "state", "letscode", "trust.json");
  const questions: TrustQuestion[] = [];
  const plugin = (content: string) => world.write("code/app/.letscode/plugins/x.mjs", content);
  plugin("one");
  return {
    ...world,
    project,
    memory,
    questions,
    plugin,
    kept: () => JSON.parse(readFileSync(memory, "utf8")),
    /** `nobody`: there is nobody to ask. */
    decide: (answer: boolean | undefined | "nobody", more: { project?: string; keys?: string[] } = {}) =>
      decideTrust({
        project,
        keys: [],
        programs: [],
        memory,
        now: NOW,
        ...more,
        ask:
          answer === "nobody"
            ? undefined
            : async (question) => {
                questions.push(question);
                return answer;
              },
      }),
  };
}

const PARTS = ["plugins/x.mjs"];
const NOT_TRUSTED = { trusted: false, parts: PARTS, reason: "the project is not trusted", notices: [] };
const TRUSTED = { trusted: true, parts: PARTS, notices: [] };

describe("a project with something to trust", () => {
  test("is not trusted where nobody can be asked, and nothing is kept", async () => {
    const { decide, home } = makeCase();
    expect(await decide("nobody")).toEqual(NOT_TRUSTED);
    expect(readdirSync(home)).toEqual(["code"]);
  });

  test.each([
    [true, TRUSTED],
    [false, NOT_TRUSTED],
  ])("is asked about once: %s is kept, readable by the user only", async (answer, trust) => {
    const { decide, questions, project, kept, memory } = makeCase();
    expect(await decide(answer, { keys: ["tools"] })).toEqual(trust);
    expect(await decide(!answer, { keys: ["tools"] })).toEqual(trust);
    expect(await decide("nobody")).toEqual(trust);
    expect(questions).toEqual([{ project, keys: ["tools"], parts: PARTS, changed: false }]);
    expect(kept()).toEqual({
      [project]: {
        trusted: answer,
        decided_at: "2026-01-02T03:04:05.000Z",
        digest: expect.stringMatching(/^sha256:/),
      },
    });
    expect([statSync(memory).mode & 0o777, statSync(dirname(memory)).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(readdirSync(dirname(memory))).toEqual(["trust.json"]);
  });

  test("is not trusted without an answer, and asked about again", async () => {
    const { decide, questions, home } = makeCase();
    expect(await decide(undefined)).toEqual(NOT_TRUSTED);
    expect(await decide(undefined)).toEqual(NOT_TRUSTED);
    expect(questions.length).toBe(2);
    expect(readdirSync(home)).toEqual(["code"]);
  });

  test("is no more trusted when it has changed, until the user says yes again", async () => {
    const { decide, plugin, questions } = makeCase();
    await decide(true);
    plugin("two");
    const changed = { ...NOT_TRUSTED, reason: "the project has changed since it was trusted" };
    expect(await decide("nobody")).toEqual(changed);
    expect(await decide(undefined)).toEqual(changed);
    expect(questions.map((one) => one.changed)).toEqual([false, true]);
    expect(await decide(true)).toEqual(TRUSTED);
    expect(await decide("nobody")).toEqual(TRUSTED);
    plugin("one");
    expect(await decide(false)).toEqual(changed);
    expect(await decide("nobody")).toEqual(NOT_TRUSTED);
  });

  test("stays untrusted after a no, whatever changes", async () => {
    const { decide, plugin, questions } = makeCase();
    await decide(false);
    plugin("two");
    expect(await decide(true)).toEqual(NOT_TRUSTED);
    expect(questions.length).toBe(1);
  });

  test("is known by its real place, and not by its name", async () => {
    const { decide, project, home, plugin } = makeCase();
    await decide(true);
    symlinkSync(project, join(home, "linked"));
    expect(await decide("nobody", { project: join(home, "linked") })).toEqual(TRUSTED);
    const other = join(home, "other");
    mkdirSync(join(other, ".letscode/plugins"), { recursive: true });
    writeFileSync(join(other, ".letscode/plugins/x.mjs"), readFileSync(plugin("one")));
    expect(await decide("nobody", { project: other })).toEqual(NOT_TRUSTED);
  });

  test("of which no digest can be taken is neither trusted nor asked about", async () => {
    const { decide, project, questions } = makeCase();
    symlinkSync("/dev/zero", join(project, ".letscode/plugins/zero.mjs"));
    expect(await decide(true)).toMatchObject({
      trusted: false,
      reason: "the project cannot be trusted for good: it holds a pipe or a device",
    });
    expect(questions).toEqual([]);
  });
});

test("a project without anything to trust is not asked about, and no memory is read", async () => {
  const { decide, project, questions, memory } = makeCase();
  mkdirSync(memory, { recursive: true });
  const empty = join(project, "empty");
  mkdirSync(join(empty, ".letscode"), { recursive: true });
  expect(await decide(true, { project: empty })).toEqual({ trusted: false, parts: [], notices: [] });
  expect(questions).toEqual([]);
});

describe("a memory that cannot be read", () => {
  test.each([
    ["{", /trust\.json:1:2: /],
    ["[]", /trust\.json: expected a JSON object/],
    ["folder", /cannot read .*trust\.json: it is a folder/],
  ])("trusts nothing, says so once, and is left as it is: %s", async (content, problem) => {
    const { decide, memory, write } = makeCase();
    if (content === "folder") mkdirSync(memory, { recursive: true });
    else write(memory, content);
    const { trusted, notices } = await decide("nobody");
    expect(trusted).toBe(false);
    expect(notices).toEqual([expect.stringMatching(problem)]);
    expect(notices[0]).toMatch(/; no project is trusted by it$/);

    const asked = await decide(true);
    expect(asked.trusted).toBe(true);
    expect(asked.notices).toEqual([notices[0], expect.stringMatching(/^the answer is not kept: /)]);
    if (content !== "folder") expect(readFileSync(memory, "utf8")).toBe(content);
  });

  test.each(["yes", null, {}, { trusted: "true", digest: "x" }, { trusted: true }])(
    "has no answer in %j, and keeps what it holds of others",
    async (entry) => {
      const { decide, memory, write, project, kept } = makeCase();
      write(memory, { [project]: entry, "/elsewhere": { note: 1 } });
      expect(await decide("nobody")).toEqual(NOT_TRUSTED);
      await decide(true);
      expect(kept()).toMatchObject({ [project]: { trusted: true }, "/elsewhere": { note: 1 } });
    },
  );

  test("knows no project by the names that every object has", () => {
    const { memory, write } = makeCase();
    write(memory, "{}");
    expect(openTrustMemory(memory).find("__proto__")).toBeUndefined();
    expect(openTrustMemory(memory).find("constructor")).toBeUndefined();
  });

  test("that cannot be written makes the answer count for this start", async () => {
    const { decide, write, home } = makeCase();
    write(join(home, "state"), "a file where the folder should be");
    const trust = await decide(true);
    expect(trust).toMatchObject({
      trusted: true,
      notices: [expect.stringMatching(/^the answer is not kept: /)],
    });
  });
});
