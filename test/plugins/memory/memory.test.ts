import { execFileSync } from "node:child_process";
import { rmSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { memoryFolders } from "../../../src/plugins/memory/memory.ts";
import type { CustomMessage, JsonObject, Message } from "../../../src/wire/messages.ts";
import { assistant, call, result, text, user } from "../../llm/ask.ts";
import { type NotesRoom, notesRoom } from "./notes-folder.ts";

const recall = async (room: NotesRoom, messages: Message[]) =>
  ((await room.memory.letscode_transform_context(messages, room.context)) ?? messages) as Message[];
const isMemory = (message: Message): message is CustomMessage =>
  message.role === "custom" && message.kind === "memory";
const dataOf = (messages: readonly Message[]) => messages.find(isMemory)?.data as JsonObject | undefined;
const shown = async (room: NotesRoom, message: CustomMessage | undefined) => {
  const rendered = message && (await room.memory.letscode_render_custom_message(message, room.context));
  return rendered?.map(({ content }) => (content as { text: string }[]).map((block) => block.text).join(""));
};

describe("notes", () => {
  test("are recalled right before the prompt, named and marked as notes", async () => {
    const room = notesRoom();
    room.note("project/b.md", "# B\n\nbee\n");
    room.note("everywhere/a.md", "ay");
    const [one, two] = [user("one"), user("two")];
    const messages = await recall(room, [one, assistant([text("1")]), two]);
    expect(messages.map((message) => (isMemory(message) ? "memory" : message.id))).toEqual([
      ...[one.id, messages[1]?.id, "memory", two.id],
    ]);
    expect(messages[2]).toEqual({
      ...{ id: "m1", timestamp: 7, role: "custom", kind: "memory" },
      data: {
        notes: [
          { file: "everywhere/a.md", text: "ay" },
          { file: "project/b.md", text: "# B\n\nbee\n" },
        ],
        left_out: [],
        skipped: [],
      },
    });
    const [said] = (await shown(room, messages.find(isMemory))) ?? [];
    expect(said).toMatch(/^This is not a message of the user\. These are notes from earlier conversations/);
    expect(said).toContain(
      '<note file="everywhere/a.md">\nay\n</note>\n\n<note file="project/b.md">\n# B\n\nbee\n</note>',
    );
    expect(room.warnings).toEqual([]);
  });

  test("are recalled once as long as they stay the same, and only when a run begins", async () => {
    const room = notesRoom();
    room.note("project/a.md", "a");
    const told = await recall(room, [user("one")]);
    const answered = [...told, assistant([text("1")]), user("two")];
    expect(await room.memory.letscode_transform_context(answered, room.context)).toBeUndefined();
    room.note("project/a.md", "changed");
    const running = [...answered, assistant([call("c1", "look")]), result("c1", "look", "seen")];
    expect(await room.memory.letscode_transform_context(running, room.context)).toBeUndefined();
  });

  test("that changed take the place of what was recalled; deleted ones vanish", async () => {
    const room = notesRoom();
    room.note("project/a.md", "a");
    const path = room.note("project/b.md", "b");
    const told = await recall(room, [user("one")]);
    rmSync(path);
    const again = await recall(room, [...told, assistant([text("1")]), user("two")]);
    expect(again.filter(isMemory).map(({ id, data }) => [id, (data as JsonObject).notes])).toEqual([
      ["m2", [{ file: "project/a.md", text: "a" }]],
    ]);
    rmSync(room.folders.project, { recursive: true });
    const last = await recall(room, [...again, assistant([text("2")]), user("three")]);
    expect(dataOf(last)?.notes).toEqual([]);
    expect(await shown(room, last.find(isMemory))).toEqual([]);
    expect(await recall(room, [...last, assistant([text("3")]), user("four")])).toEqual([
      ...[...last, expect.anything(), expect.anything()],
    ]);
  });

  test("that are not there leave the conversation alone", async () => {
    const room = notesRoom();
    expect(await room.memory.letscode_transform_context([user("one")], room.context)).toBeUndefined();
    room.note("project/blank.md", " \n");
    room.note("project/a.txt", "no note");
    room.note("project/.hidden.md", "no note");
    expect(await room.memory.letscode_transform_context([user("one")], room.context)).toBeUndefined();
  });

  test("wait for the first prompt, and come before it", async () => {
    const room = notesRoom();
    room.note("project/a.md", "a");
    const other: CustomMessage = { id: "o", timestamp: 0, role: "custom", kind: "other", data: null };
    expect(await room.memory.letscode_transform_context([other], room.context)).toBeUndefined();
    const messages = await recall(room, [other, user("one")]);
    expect(messages.map((message) => (message as CustomMessage).kind ?? message.role)).toEqual([
      ...["other", "memory", "user"],
    ]);
  });
});

describe("more notes than there is room for", () => {
  test("are named with their paths; the newest are recalled", async () => {
    const room = notesRoom();
    for (let n = 0; n < 6; n++) {
      const path = room.note(`project/n${n}.md`, `${n}`.repeat(10_000));
      utimesSync(path, 1000 + n, 1000 + n);
    }
    const messages = await recall(room, [user("one")]);
    const { notes, left_out } = dataOf(messages) as {
      notes: { file: string }[];
      left_out: { file: string }[];
    };
    expect(notes.map(({ file }) => file)).toEqual(["project/n3.md", "project/n4.md", "project/n5.md"]);
    expect(left_out).toEqual([0, 1, 2].map((n) => ({ file: `project/n${n}.md`, bytes: 10_000 })));
    const [said = ""] = (await shown(room, messages.find(isMemory))) ?? [];
    expect(said).toContain(`- ${join(room.folders.project, "n0.md")} (10000 bytes)`);
    expect(said.length).toBeLessThan(34_000);
  });
});

describe("what is no note although it is called like one", () => {
  test("is skipped and named, and nothing hangs", async () => {
    const room = notesRoom();
    room.note("project/good.md", "good");
    room.note("project/binary.md", new Uint8Array([0xff, 0xfe, 0, 1]));
    room.note("project/latin.md", new Uint8Array([0x63, 0x61, 0x66, 0xe9]));
    room.note("project/nul.md", "a\0b");
    room.note("project/folder.md/inner", "x");
    room.note("project/huge.md", "x".repeat(300_000));
    const outside = room.note("outside.md", "SECRET");
    symlinkSync(outside, join(room.folders.project, "link.md"));
    symlinkSync(join(room.folders.project, "good.md"), join(room.folders.project, "inner-link.md"));
    symlinkSync("/nowhere/at/all", join(room.folders.project, "broken.md"));
    execFileSync("mkfifo", [join(room.folders.project, "pipe.md")]);
    const messages = await recall(room, [user("one")]);
    expect(dataOf(messages)).toEqual({
      notes: [
        { file: "project/good.md", text: "good" },
        { file: "project/inner-link.md", text: "good" },
      ],
      left_out: [],
      skipped: [
        { file: "project/binary.md", reason: "it is no text" },
        { file: "project/broken.md", reason: "there is no such file" },
        { file: "project/folder.md", reason: "it is no file" },
        { file: "project/huge.md", reason: "it is too large for a note: 300000 bytes" },
        { file: "project/latin.md", reason: "it is no text" },
        { file: "project/link.md", reason: "it is a link to outside the folder" },
        { file: "project/nul.md", reason: "it is no text" },
        { file: "project/pipe.md", reason: "it is no file" },
      ],
    });
    expect(room.warnings).toContain(
      "the note project/link.md is left out: it is a link to outside the folder",
    );
    expect(JSON.stringify([messages, await shown(room, messages.find(isMemory))])).not.toContain("SECRET");
  });
});

describe("a message of memory", () => {
  test("of a shape that is not known is shown to nobody; other kinds are not its own", async () => {
    const room = notesRoom();
    const message = (kind: string, data: CustomMessage["data"]): CustomMessage => ({
      ...{ id: "x", timestamp: 0, role: "custom", kind, data },
    });
    for (const data of [null, "notes", [], {}, { notes: "a" }, { notes: [{ file: 1 }] }])
      expect(await shown(room, message("memory", data))).toEqual([]);
    expect(await shown(room, message("other", { notes: [] }))).toBeUndefined();
  });
});

test("each project has a folder of its own, and one is for all", () => {
  const one = memoryFolders("/data/letscode", "/home/me/My Project");
  expect(one).toEqual({
    project: expect.stringMatching(/^\/data\/letscode\/memory\/my-project-[0-9a-f]{8}$/),
    everywhere: "/data/letscode/memory/everywhere",
  });
  const two = memoryFolders("/data/letscode", "/home/you/My Project");
  expect(two.project).not.toBe(one.project);
  expect(memoryFolders("/data/letscode", "/home/me/My Project")).toEqual(one);
});
