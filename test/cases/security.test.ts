/** Boundaries and secrets, as reported of others: what went wrong there, tried through the built command. */
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inRoom, type Use } from "./room.ts";

describe("the workspace", () => {
  /** Every tool, led outside by this path of a folder. */
  const led = (folder: string): Use[] => [
    ["read", { path: `${folder}/secret` }],
    ["write", { path: `${folder}/new`, content: "x" }],
    ["edit", { path: `${folder}/secret`, edits: [{ old_text: "private", new_text: "x" }] }],
    ["ls", { path: folder }],
    ["grep", { pattern: "private", path: folder }],
    ["find", { pattern: "*", path: folder }],
    ["bash", { command: `cat ${folder}/secret` }],
  ];
  const OUTSIDE = ["out", "../outside", "in/../../outside", "~/../outside"];

  it.each(["ask", "read-only"])(
    "is the boundary of every tool with --permission-mode %s, also behind a link [H04]",
    (mode) =>
      inRoom(async (room) => {
        const outside = join(room.root, "outside");
        await mkdir(outside);
        await writeFile(join(outside, "secret"), "private\n");
        await room.file("in/f", "open\n");
        await symlink("../outside", room.path("out"));
        await symlink(join(outside, "secret"), room.path("linked"));
        const host = room.start(["--permission-mode", mode]);
        for (const folder of OUTSIDE)
          for (const text of await room.texts(host, ...led(folder))) expect(text).toMatch(/^Denied: /);
        const inside: Use[] = [
          ["read", { path: "in/f" }],
          ["read", { path: "linked" }],
          ["grep", { pattern: "private|open" }],
          ["find", { pattern: "secret" }],
          ["ls", { path: "in" }],
        ];
        expect(await room.texts(host, ...inside)).toEqual([
          "open\n",
          expect.stringMatching(/^Denied: read reads outside the workspace: .*\/outside\/secret, and /),
          "in/f:1:open",
          "[nothing in . matches]",
          "f",
        ]);
        expect(await readdir(outside)).toEqual(["secret"]);
        expect(await readFile(join(outside, "secret"), "utf8")).toBe("private\n");
        expect(host.text()).not.toContain("private\\n");
      })(),
  );

  it(
    "is none where the host is trusted: plain rpc allows what is outside, as documented [H04]",
    inRoom(async (room) => {
      await mkdir(join(room.root, "outside"));
      await symlink("../outside", room.path("out"));
      await room.use(room.start(), ["write", { path: "out/new", content: "x" }]);
      expect(await readFile(join(room.root, "outside", "new"), "utf8")).toBe("x");
    }),
  );
});

describe("a provider's key", () => {
  it(
    "is no part of a command's environment, whoever's it is; what is no provider's is [H06]",
    inRoom(async (room) => {
      const keys = ["ANTHROPIC_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY", "MY_OWN_KEY"];
      const env = Object.fromEntries(keys.map((name) => [name, `sk-${name}-SECRET`]));
      const host = room.start(["--api-key-env", "MY_OWN_KEY"], {
        env: { ...env, GH_TOKEN: "token", LETSCODE_X: "y" },
      });
      const [seen = "", parents = ""] = await room.texts(
        host,
        ["bash", { command: "env" }],
        ["bash", { command: "cat /proc/$PPID/environ | tr '\\0' '\\n'" }],
      );
      const names = seen.split("\n").map((line) => line.split("=")[0]);
      expect(names.filter((name) => [...keys, "OPENAI_API_KEY"].includes(String(name)))).toEqual([]);
      expect(seen).toContain("GH_TOKEN=token\n");
      expect(seen).toContain("LETSCODE_X=y\n");
      expect(parents).not.toContain("SECRET");
      expect(room.server.requests[0]?.headers.authorization).toBe("Bearer sk-MY_OWN_KEY-SECRET");
    }),
  );
});

describe("a file's name", () => {
  it(
    "is never taken by a shell or as an option, and is shown on one line without controls [H09]",
    inRoom(async (room) => {
      const names = ["$(touch PWNED).txt", "`touch PWNED`.txt", "a;touch PWNED;.txt", "-rf", "a\"b'c.txt"];
      const strange = ["two\nlines.txt", "\x1b[2J.txt"];
      const all = [...names, ...strange].map((name) => `d/${name}`);
      for (const name of all) await room.file(name, "needle\n");
      const shown = [
        ...names.map((name) => `d/${name}`),
        ...strange.map((name) => JSON.stringify(`d/${name}`)),
      ];
      const host = room.start();
      const [found = "", grepped = "", listed = "", option] = await room.texts(
        host,
        ["find", { pattern: "*", path: "d" }],
        ["grep", { pattern: "needle" }],
        ["ls", { path: "d" }],
        ["grep", { pattern: "--files", path: "d/-rf" }],
      );
      expect(found.split("\n").sort()).toEqual(shown.toSorted());
      expect(grepped.split("\n").sort()).toEqual(shown.map((name) => `${name}:1:needle`).sort());
      expect(listed.split("\n").length).toBe(all.length);
      expect(option).toBe("[no matches]");
      expect(await room.texts(host, ...all.map((path): Use => ["read", { path }]))).toEqual(
        all.map(() => "needle\n"),
      );
      const edits = [{ old_text: "needle", new_text: "thread" }];
      await room.use(host, ...all.map((path): Use => ["edit", { path, edits }]));
      for (const name of all) expect(await readFile(room.path(name), "utf8")).toBe("thread\n");
      expect(await readdir(room.path("d"))).toHaveLength(all.length);
      for (const folder of [room.folder, room.path("d")])
        expect(existsSync(join(folder, "PWNED"))).toBe(false);
    }),
  );
});
