import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { SessionStore } from "../../src/sessions/store.ts";
import { VERSION } from "../../src/version.ts";
import type { Event } from "../../src/wire/events.ts";
import type { Message } from "../../src/wire/messages.ts";
import { assistant, ended, header, line, place, result, user } from "./place.ts";

const ID = /^\d{8}-[0-9a-hjkmnp-tv-z]{8}$/;

/** A conversation with these messages, closed. */
function saved(store: SessionStore, ...ids: string[]) {
  const session = store.begin();
  for (const id of ids) session.record(ended(user(id)));
  session.close();
  return session;
}

describe("a new conversation", () => {
  test("is nowhere before its first message, though its id and its file are known", () => {
    const { home, store } = place();
    const session = store().begin();
    expect(session.id).toMatch(ID);
    expect(basename(session.file)).toBe(`${session.id}.jsonl`);
    session.close();
    expect(readdirSync(home)).toEqual(["app"]);
  });

  test("begins with its header, and has each message once when record returns", () => {
    const { store, workspace } = place();
    const session = store().begin();
    const answer = assistant("a", "c1");
    const made = result("r", "c1");
    const expected = [
      {
        type: "session",
        version: 1,
        id: session.id,
        cwd: workspace,
        created: Date.UTC(2026, 0, 31, 12),
        letscode: VERSION,
      },
    ] as object[];
    const written = () =>
      readFileSync(session.file, "utf8")
        .split("\n")
        .slice(0, -1)
        .map((text) => JSON.parse(text));
    session.record({ type: "message_start", message: user("u") });
    expect(existsSync(session.file)).toBe(false);
    const steps: [Event, Message?][] = [
      [ended(user("u")), user("u")],
      [ended(answer), answer],
      [{ type: "tool_execution_end", tool_call_id: "c1", tool_name: "ls", result: made }, made],
      [ended(made)],
      [{ type: "turn_end", turn: 1, message: answer, tool_results: [made] }],
      [{ type: "agent_end", messages: [], error: null, stop_reason: "end_turn" }],
    ];
    for (const [event, message] of steps) {
      session.record(event);
      if (message) expected.push({ type: "message", message });
      expect(written()).toEqual(expected);
    }
  });

  test("lies in a folder that is its project's own, for its owner only", () => {
    const { home, workspace, store } = place();
    const { file } = saved(store(), "u");
    const hash = createHash("sha256").update(workspace).digest("hex").slice(0, 12);
    expect(dirname(file)).toBe(join(home, ".local/state/letscode/sessions", `app-${hash}`));
    const mode = (path: string) => statSync(path).mode & 0o777;
    expect([mode(file), mode(dirname(file)), mode(join(home, ".local"))]).toEqual([0o600, 0o700, 0o700]);
  });

  test("holds no key", () => {
    const { store } = place();
    const session = store({ keys: ["sk-SECRET123"] }).begin();
    session.record(ended(user("u", "my key is sk-SECRET123, keep it")));
    expect(readFileSync(session.file, "utf8")).toContain("my key is ***, keep it");
  });

  test("goes on unsaved, and says so once, when its folder cannot be made", () => {
    const { home, reports, store } = place();
    writeFileSync(join(home, ".local"), "");
    const session = store().begin();
    session.record(ended(user("u")));
    session.record(ended(user("v")));
    session.close();
    expect(reports).toEqual([
      expect.stringMatching(
        /^cannot save the conversation in .*: a part of the path is a file, not a folder; /,
      ),
      `${session.file}: 2 messages are not saved`,
    ]);
  });

  test("is refused at once where the place was named and cannot be written", () => {
    const { home, store } = place();
    writeFileSync(join(home, "file"), "");
    expect(() => store({ folder: join(home, "file", "x") }).begin()).toThrow(
      /^cannot save a conversation in .*; name another place, or use --no-session$/,
    );
  });

  test("is followed by another one in the same place after a reset", () => {
    const { store } = place();
    const first = store().begin();
    first.record(ended(user("u")));
    const second = first.next();
    first.record(ended(user("lost")));
    second.record(ended(user("v")));
    expect(dirname(second.file)).toBe(dirname(first.file));
    expect(second.id).not.toBe(first.id);
    expect(readFileSync(first.file, "utf8")).not.toContain("lost");
    expect(readdirSync(dirname(first.file)).sort()).toEqual(
      [basename(first.file), basename(second.file), `${basename(second.file)}.lock`].sort(),
    );
  });
});

describe("a conversation that goes on", () => {
  test("has its messages, and appends to its file", async () => {
    const { store } = place();
    const { id, file } = saved(store(), "u", "v");
    const before = readFileSync(file, "utf8");
    const session = await store().open(id);
    expect({
      id: session.id,
      file: session.file,
      messages: session.messages,
      notices: session.notices,
    }).toEqual({
      id,
      file,
      messages: [user("u"), user("v")],
      notices: [],
    });
    session.record(ended(user("v")));
    session.record(ended(user("w")));
    expect(readFileSync(file, "utf8")).toBe(before + line(user("w")));
  });

  test("is found by the beginning of its id, or by its file, and by nothing that fits two", async () => {
    const { store } = place();
    const one = saved(store(), "u");
    const two = saved(store(), "v");
    const at = [...one.id].findIndex((character, index) => character !== two.id[index]);
    const opened = await store().open(one.id.slice(0, at + 1));
    opened.close();
    expect(opened.id).toBe(one.id);
    expect((await store().open(two.file)).id).toBe(two.id);
    await expect(store().open("20260131")).rejects.toThrow(/^"20260131" may be .*, .*; write more of it$/);
    await expect(store().open("2025")).rejects.toThrow(
      'there is no conversation "2025"; letscode sessions list --all shows those there are',
    );
  });

  test("belongs to its folder: from another one its id is refused, its file is taken and told", async () => {
    const { home, workspace, reports, store } = place();
    const { id, file } = saved(store(), "u");
    const other = join(home, "other");
    mkdirSync(other);
    await expect(store({ workspace: other }).open(id)).rejects.toThrow(
      `the conversation ${id} belongs to another folder; go on with it there: --cwd "${workspace}"`,
    );
    expect((await store({ workspace: other }).open(file)).messages).toEqual([user("u")]);
    expect(reports).toEqual([`${file} was begun in "${workspace}" and goes on in ${other}`]);
  });

  test("begins in a file that is not there yet, or is empty", async () => {
    const { home, store } = place();
    const empty = join(home, "empty.jsonl");
    writeFileSync(empty, "");
    for (const file of [join(home, "new.jsonl"), join(home, "folder", "new"), empty]) {
      const session = await store().open(file);
      session.record(ended(user("u")));
      session.close();
      const again = await store().open(file);
      expect(again.messages).toEqual([user("u")]);
      expect(again.id).toBe(session.id);
    }
  });

  test("leaves nothing where it begins in a file and nothing is said", async () => {
    const { home, store } = place();
    (await store().open(join(home, "new.jsonl"))).close();
    expect(readdirSync(home)).toEqual(["app"]);
  });

  test("closes calls without a result, once, before the next message", async () => {
    const { store } = place();
    const begun = store().begin();
    begun.record(ended(assistant("a", "c1", "c2")));
    begun.record({
      type: "tool_execution_end",
      tool_call_id: "c2",
      tool_name: "ls",
      result: result("r2", "c2"),
    });
    begun.close();
    const before = readFileSync(begun.file, "utf8");
    const first = await store().open(begun.id);
    const [, made] = first.messages;
    expect(first.messages).toEqual([assistant("a", "c1", "c2"), made, result("r2", "c2")]);
    first.close();
    expect(readFileSync(begun.file, "utf8")).toBe(before);
    const second = await store().open(begun.id);
    second.record(ended(user("u")));
    second.record(ended(user("v")));
    second.close();
    expect(readFileSync(begun.file, "utf8")).toBe(
      before + [made, user("u"), user("v")].map((one) => line(one as never)).join(""),
    );
    expect((await store().open(begun.id)).messages).toEqual([...first.messages, user("u"), user("v")]);
  });

  test("is for one at a time, also through a link; reading it is for all", async () => {
    const { home, store } = place();
    const session = store().begin();
    session.record(ended(user("u")));
    symlinkSync(session.file, join(home, "link.jsonl"));
    const refusal = `the conversation ${session.id} is open elsewhere: process ${process.pid} has it; end that one, or go on with a copy: letscode sessions fork ${session.id}`;
    await expect(store().open(session.id)).rejects.toThrow(refusal);
    await expect(store().open(join(home, "link.jsonl"))).rejects.toThrow(refusal);
    await expect(store().remove(session.id)).rejects.toThrow(refusal);
    const reader = store();
    expect((await reader.read(session.id)).messages).toEqual([user("u")]);
    expect(await reader.list()).toHaveLength(1);
    const copy = await reader.fork(session.id);
    expect((await reader.open(copy)).messages).toEqual([user("u")]);
    session.close();
    expect((await store().open(session.id)).messages).toEqual([user("u")]);
  });
});

describe("a file that is not as it should be", () => {
  /** A file that holds these lines, as a conversation of the place. */
  function broken(text: string | Buffer, id = "20260101-abcdefgh") {
    const here = place();
    const { file } = saved(here.store(), "x");
    const path = join(dirname(file), `${id}.jsonl`);
    writeFileSync(path, text);
    return { ...here, id, file: path };
  }
  const good = (workspace: string) => header("20260101-abcdefgh", workspace);

  test("loses its torn last line only: it stays, and what is said next begins on a line of its own", async () => {
    const { store, id, file, workspace } = broken("");
    const torn = `${good(workspace)}${line(user("u"))}{"type":"message","mes`;
    writeFileSync(file, torn);
    const session = await store().open(id);
    expect(session.messages).toEqual([user("u")]);
    expect(session.notices).toEqual([
      `${file}: its last line is cut off and is left out; the file keeps it as it is`,
    ]);
    session.record(ended(user("v")));
    session.close();
    expect(readFileSync(file, "utf8")).toBe(`${torn}\n${line(user("v"))}`);
    const again = await store().open(id);
    expect(again.messages).toEqual([user("u"), user("v")]);
    expect(again.notices).toEqual([`${file}: line 3 cannot be read and is left out`]);
  });

  test("keeps a last line that is whole and only has no line end", async () => {
    const { store, id, file, workspace } = broken("");
    writeFileSync(file, good(workspace) + line(user("u")).trimEnd());
    const session = await store().open(id);
    session.record(ended(user("v")));
    expect([session.messages, session.notices]).toEqual([[user("u")], []]);
    expect(readFileSync(file, "utf8")).toBe(good(workspace) + line(user("u")) + line(user("v")));
  });

  test("loses what cannot be read, tells the lines, and keeps every byte", async () => {
    const { store, id, file, workspace } = broken("");
    const bad = [
      "{",
      "[]",
      "null",
      '{"message":{}}',
      '{"type":"message"}',
      line({ ...user("x"), content: "text" } as never).trimEnd(),
      `{"type":"message","message":{"id":"d","timestamp":1,"role":"custom","kind":"k","data":${"[".repeat(2000)}${"]".repeat(2000)}}}`,
    ];
    const bytes = Buffer.concat([
      Buffer.from(`${good(workspace)}${line(user("u"))}${bad.join("\n")}\n`),
      Buffer.from([0x7b, 0xff, 0x7d, 0x0a]),
      Buffer.from(`\n{"type":"later","x":1}\n${line(user("v"))}`),
    ]);
    writeFileSync(file, bytes);
    const session = await store().open(id);
    expect(session.messages).toEqual([user("u"), user("v")]);
    expect(session.notices).toEqual([
      `${file}: lines 3, 4, 5, 6, 7, 8, 9, 10 cannot be read and are left out`,
    ]);
    session.close();
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  test("counts the first of messages with one id", async () => {
    const { store, id, file, workspace } = broken("");
    writeFileSync(file, good(workspace) + line(user("u", "first")) + line(user("u", "second")));
    expect((await store().read(id)).messages).toEqual([user("u", "first")]);
  });

  test.each<[string, string]>([
    ["", "it is empty"],
    ["{", "it is not JSON"],
    ["[]", 'it is no object with "type":"session"'],
    ['{"type":"message"}', 'it is no object with "type":"session"'],
    ['{"type":"session"}', "its version is no whole number"],
    ['{"type":"session","version":0}', "there is no version 0"],
    ['{"type":"session","version":1}', 'its "id" is no text'],
    ['{"type":"session","version":1,"id":"x"}', 'its "cwd" is no text'],
    ['{"type":"session","version":1,"id":"x","cwd":"/"}', 'its "created" is no number'],
  ])(
    "is refused and untouched when its first line is %j; the refusal says how to repair it",
    async (first, problem) => {
      const { store, id, file, workspace } = broken("");
      const text = `${first}\n${line(user("u"))}`;
      writeFileSync(file, text);
      const refusal = await store()
        .open(id)
        .catch((thrown: Error) => thrown.message);
      expect(refusal).toMatch(/^.*, line 1: expected the header of a conversation, but .*$/);
      const [, why, repair = ""] =
        /but (.*?)\. The file is untouched; .* again: (.*)$/.exec(String(refusal)) ?? [];
      expect(why).toBe(problem);
      expect(readFileSync(file, "utf8")).toBe(text);
      writeFileSync(file, `${repair}\n${line(user("u"))}`);
      const session = await store().open(id);
      expect(session.messages).toEqual([user("u")]);
      expect(JSON.parse(repair)).toMatchObject({ id, cwd: workspace });
    },
  );

  test("of a later version is refused with both versions, and untouched", async () => {
    const { store, id, file, workspace } = broken("");
    const text = header(id, workspace, { version: 2 });
    writeFileSync(file, text);
    await expect(store().open(id)).rejects.toThrow(
      `${file}, line 1: it is of version 2 of the format, and this letscode reads up to 1; update letscode. The file is untouched`,
    );
    expect(readFileSync(file, "utf8")).toBe(text);
  });
});

describe("the list", () => {
  test("tells of each conversation, the newest first", async () => {
    const { workspace, store } = place();
    const [one, two] = [saved(store(), "u"), saved(store(), "v", "w")];
    utimesSync(one.file, 1000, 2000);
    utimesSync(two.file, 1000, 1000);
    const created = Date.UTC(2026, 0, 31, 12);
    const row = { cwd: workspace, created };
    expect(await store().list()).toEqual([
      { ...row, session_id: one.id, title: "text of u", updated: 2_000_000, messages_count: 1 },
      { ...row, session_id: two.id, title: "text of v", updated: 1_000_000, messages_count: 2 },
    ]);
    expect(await store().latest()).toBe(one.id);
  });

  test("goes page by page", async () => {
    const { store } = place();
    const files = ["a", "b", "c"].map((id) => saved(store(), id));
    files.forEach(({ file }, at) => {
      utimesSync(file, 1, 100 - at);
    });
    const ids = files.map(({ id }) => id);
    const page = async (limit: number, before?: string) =>
      (await store().list({ limit, before })).map(({ session_id }) => session_id);
    expect([await page(2), await page(2, ids[1]), await page(9, ids[0])]).toEqual([
      ids.slice(0, 2),
      ids.slice(2),
      ids.slice(1),
    ]);
  });

  test("is of one folder, or of all", async () => {
    const { home, store } = place();
    const other = join(home, "other");
    mkdirSync(other);
    const [here, there] = [saved(store(), "u"), saved(store({ workspace: other }), "v")];
    const ids = async (query: object) => (await store().list(query)).map(({ session_id }) => session_id);
    expect(await ids({})).toEqual([here.id]);
    expect(await ids({ cwd: other })).toEqual([there.id]);
    expect((await ids({ all: true })).sort()).toEqual([here.id, there.id].sort());
  });

  test("keeps apart the folders of conversations that lie in one place", async () => {
    const { home, store } = place();
    const other = join(home, "other");
    const flat = join(home, "flat");
    mkdirSync(other);
    const here = saved(store({ folder: flat }), "u");
    const there = saved(store({ folder: flat, workspace: other }), "v");
    utimesSync(here.file, 1, 1);
    expect(dirname(here.file)).toBe(flat);
    expect(await store({ folder: flat }).latest()).toBe(here.id);
    expect(await store({ folder: flat, workspace: other }).latest()).toBe(there.id);
    expect(await store({ folder: flat }).list({ all: true })).toHaveLength(2);
  });

  test("passes over what is no conversation; the newest of those says so", async () => {
    const { reports, store } = place();
    const { id, file } = saved(store(), "u");
    utimesSync(file, 1, 1);
    const damaged = join(dirname(file), "20260101-abcdefgh.jsonl");
    writeFileSync(damaged, "damaged\n");
    mkdirSync(join(dirname(file), "20260101-bcdefghj.jsonl"));
    expect((await store().list()).map(({ session_id }) => session_id)).toEqual([id]);
    expect(await store().latest()).toBe(id);
    expect(reports).toEqual([
      `${damaged} is passed over: its first line is not the header of a conversation`,
    ]);
  });

  test.each<[string, string, string]>([
    ["a long text", `  many\n\twords ${"x".repeat(100)}`, `many words ${"x".repeat(68)}…`],
    [
      "a text longer than what is read of a file",
      "é\\n".repeat(200_000),
      `${"é\\n".repeat(27).slice(0, 79)}…`,
    ],
    [
      "one that is cut in the middle of a character, or behind one",
      `x${"é\\n".repeat(200_000)}`,
      `x${"é\\n".repeat(27).slice(0, 78)}…`,
    ],
    ["no text", " ", ""],
  ])("shows the beginning of %s", async (_what, text, title) => {
    const { store } = place();
    const session = store().begin();
    session.record(ended(user("u", text)));
    expect((await store().list())[0]?.title).toBe(title);
  });
});

describe("a copy", () => {
  const MESSAGES = [
    user("u"),
    assistant("a", "c1", "c2"),
    result("r2", "c2"),
    result("r1", "c1"),
    assistant("b"),
    user("v"),
  ];

  test.each<[string | undefined, number]>([
    [undefined, 6],
    ["u", 1],
    ["a", 4],
    ["r2", 4],
    ["r1", 4],
    ["b", 5],
    ["v", 6],
  ])("up to %s holds the results of its calls too", async (at, count) => {
    const { workspace, store } = place();
    const session = store().begin();
    for (const message of MESSAGES) session.record(ended(message));
    const copy = await store().fork(session.id, at);
    const { header: head, file } = await store().read(copy);
    const text = readFileSync(file, "utf8");
    expect(text.slice(text.indexOf("\n") + 1)).toBe(MESSAGES.slice(0, count).map(line).join(""));
    expect(head).toEqual({
      id: copy,
      cwd: workspace,
      created: Date.UTC(2026, 0, 31, 12),
      forkedFrom: { id: session.id, ...(at && { messageId: at }) },
    });
    expect(dirname(file)).toBe(dirname(session.file));
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("leaves out what cannot be read, and keeps lines of a later version", async () => {
    const { workspace, store } = place();
    const { file } = saved(store(), "x");
    const path = join(dirname(file), "20260101-abcdefgh.jsonl");
    const later = '{"type":"later"}\n';
    writeFileSync(path, `${header("20260101-abcdefgh", workspace)}${later}bad\n${line(user("u"))}{"torn`);
    const copy = await store().fork("20260101-abcdefgh");
    expect(readFileSync((await store().read(copy)).file, "utf8").replace(/^.*\n/, "")).toBe(
      later + line(user("u")),
    );
  });

  test("is not made up to a message that is not there", async () => {
    const { store } = place();
    const { id, file } = saved(store(), "u");
    await expect(store().fork(id, "nope")).rejects.toThrow(`${file} has no message "nope"`);
    expect(readdirSync(dirname(file))).toEqual([basename(file)]);
  });

  test("of a file from elsewhere belongs to the workspace", async () => {
    const { home, workspace, store } = place();
    const file = join(home, "theirs.jsonl");
    writeFileSync(file, header("theirs", "/elsewhere") + line(user("u")));
    const copy = await store().fork(file);
    expect((await store().open(copy)).messages).toEqual([user("u")]);
    expect((await store().read(copy)).header).toMatchObject({ cwd: workspace, forkedFrom: { id: "theirs" } });
  });
});

test("a conversation that is removed is gone, and no other one", async () => {
  const { store } = place();
  const [one, two] = [saved(store(), "u"), saved(store(), "v")];
  await store().remove(one.id);
  expect(readdirSync(dirname(one.file))).toEqual([basename(two.file)]);
});

test("nothing is removed by the beginning of an id, by nothing at all, or that is no conversation", async () => {
  const { workspace, store } = place();
  const { id, file } = saved(store(), "u");
  const notes = join(workspace, "notes.txt");
  writeFileSync(notes, "precious");
  for (const [name, why] of [
    ["", "expected the id of a conversation, got an empty text"],
    [id.slice(0, 12), `"${id.slice(0, 12)}" is not a whole id; to remove ${id}, write all of it`],
    [notes, "expected the header of a conversation"],
  ] as const)
    await expect(store().remove(name)).rejects.toThrow(why);
  expect([existsSync(file), existsSync(notes)]).toEqual([true, true]);
});

test("a pipe is no conversation, and is not waited for", async () => {
  const { workspace, store } = place();
  const pipe = join(workspace, "pipe.jsonl");
  execFileSync("mkfifo", [pipe]);
  const refusal = `cannot open ${pipe}: it is no regular file`;
  await expect(store().open(pipe)).rejects.toThrow(refusal);
  await expect(store().read(pipe)).rejects.toThrow(refusal);
  await expect(store().remove(pipe)).rejects.toThrow(refusal);
});

test("a conversation whose header is spoilt can be removed all the same", async () => {
  const { store } = place();
  const { id, file } = saved(store(), "u");
  writeFileSync(file, "spoilt");
  await store().remove(id);
  expect(existsSync(file)).toBe(false);
});

test("the lines of a file are those that can be read, as they stand", async () => {
  const { workspace, store } = place();
  const { file } = saved(store(), "x");
  const head = header("20260101-abcdefgh", workspace);
  writeFileSync(
    join(dirname(file), "20260101-abcdefgh.jsonl"),
    `${head}bad\n{"type":"later"}\n${line(user("u"))}{"torn`,
  );
  const lines: string[] = [];
  for await (const one of store().lines("20260101-abcdefgh")) lines.push(`${one}\n`);
  expect(lines).toEqual([head, '{"type":"later"}\n', line(user("u"))]);
});
