import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ToolError } from "../../../src/errors.ts";
import { createRedactor } from "../../../src/secrets/redactor.ts";
import { notesRoom } from "./notes-folder.ts";

const mode = (path: string) => statSync(path).mode & 0o777;

describe("remember", () => {
  test("writes a Markdown file that only its owner can read, and says where", async () => {
    const { use, folders } = notesRoom();
    const path = join(folders.project, "how-we-release.md");
    expect(await use("remember", { note: "Tag first.\n", title: "How we release" })).toBe(
      `Noted as project/how-we-release.md: ${path}`,
    );
    expect(readFileSync(path, "utf8")).toBe("# How we release\n\nTag first.\n");
    expect([mode(path), mode(folders.project)]).toEqual([0o600, 0o700]);
    expect(readdirSync(folders.project)).toEqual(["how-we-release.md"]);
  });

  test("names a note without a title by its first line, and keeps what counts everywhere apart", async () => {
    const { use, folders } = notesRoom();
    await use("remember", { note: "# Tabs, not spaces\n\nAlways.", scope: "everywhere" });
    expect(readdirSync(folders.everywhere)).toEqual(["tabs-not-spaces.md"]);
    expect(readFileSync(join(folders.everywhere, "tabs-not-spaces.md"), "utf8")).toBe(
      "# Tabs, not spaces\n\nAlways.\n",
    );
    expect(existsSync(folders.project)).toBe(false);
  });

  test("never replaces a note of the same title, also when many are written at once", async () => {
    const { use, folders } = notesRoom();
    await Promise.all(
      Array.from({ length: 8 }, (_, nth) => use("remember", { note: `${nth}`, title: "Same" })),
    );
    const files = readdirSync(folders.project).sort();
    expect(files).toEqual([
      "same-2.md",
      "same-3.md",
      "same-4.md",
      "same-5.md",
      "same-6.md",
      "same-7.md",
      "same-8.md",
      "same.md",
    ]);
    const texts = files.map((file) => readFileSync(join(folders.project, file), "utf8").trim().at(-1)).sort();
    expect(texts).toEqual(["0", "1", "2", "3", "4", "5", "6", "7"]);
  });

  test("replaces a note that is named, in its place; a link is replaced, not what it points to", async () => {
    const { use, note, folders, root } = notesRoom();
    const path = note("everywhere/old.md", "old");
    expect(await use("remember", { note: "new", replaces: "everywhere/old.md" })).toBe(
      `Replaced everywhere/old.md: ${path}`,
    );
    expect(readFileSync(path, "utf8")).toBe("new\n");
    expect(mode(path)).toBe(0o600);
    const outside = join(root, "outside.md");
    writeFileSync(outside, "mine");
    mkdirSync(folders.project, { recursive: true });
    symlinkSync(outside, join(folders.project, "link.md"));
    await use("remember", { note: "new", replaces: "link.md" });
    expect(readFileSync(outside, "utf8")).toBe("mine");
    expect(lstatSync(join(folders.project, "link.md")).isSymbolicLink()).toBe(false);
  });

  test.each(["gone.md", "../outside.md", "project/../../outside.md", "sub", "project/.hidden.md"])(
    "does not replace %s, which is no note, and names those there are",
    async (replaces) => {
      const { use, note, root } = notesRoom();
      note("project/a.md", "a");
      note("project/sub/inner.md", "b");
      writeFileSync(join(root, "outside.md"), "mine");
      await expect(use("remember", { note: "x", replaces })).rejects.toThrow(
        new ToolError(`there is no note called ${JSON.stringify(replaces)}; there are: project/a.md`),
      );
      expect(readFileSync(join(root, "outside.md"), "utf8")).toBe("mine");
    },
  );

  test("refuses what is empty, what is too long, and a folder that cannot be written", async () => {
    const { use, folders } = notesRoom();
    await expect(use("remember", { note: " \n" })).rejects.toThrow("the note is empty");
    await expect(use("remember", { note: "x".repeat(16_001) })).rejects.toThrow(
      "the note has 16001 characters, at most 16000 fit",
    );
    mkdirSync(join(folders.project, ".."), { recursive: true });
    writeFileSync(folders.project, "a file");
    await expect(use("remember", { note: "x" })).rejects.toThrow("cannot change the note: ");
  });

  test("writes no configured key, neither in the note nor in its name", async () => {
    const key = "sk-secret-0123456789";
    const { use, folders } = notesRoom((text) => createRedactor([key]).text(text));
    await use("remember", { note: `The key is ${key}.`, title: `Key ${key}` });
    expect(readdirSync(folders.project)).toEqual(["key.md"]);
    expect(readFileSync(join(folders.project, "key.md"), "utf8")).toBe("# Key ***\n\nThe key is ***.\n");
  });
});

describe("forget", () => {
  test("deletes a note", async () => {
    const { use, note } = notesRoom();
    const path = note("project/a.md", "a");
    expect(await use("forget", { file: "a.md" })).toBe(
      "Deleted project/a.md. Conversations that begin from now on do not see it.",
    );
    expect(existsSync(path)).toBe(false);
  });

  test.each(["a.md", "../a.md", "project/sub.md", "/etc/hosts.md"])(
    "deletes nothing called %s",
    async (file) => {
      const { use, note, root } = notesRoom();
      note("project/sub.md/inner.md", "b");
      writeFileSync(join(root, "data", "a.md"), "mine");
      await expect(use("forget", { file })).rejects.toThrow(
        `there is no note called ${JSON.stringify(file)}; there are no notes`,
      );
      expect(existsSync(join(root, "data", "a.md"))).toBe(true);
    },
  );
});
