/** Both plugins in the built command: what one process noted or summarised, the next one knows. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inRoom, promptDone } from "../../cases/room.ts";
import { answer } from "../../loopback/chunks.ts";
import type { RecordedRequest } from "../../loopback/provider-server.ts";
import { messages, textOf } from "../../process/model-host.ts";

const sent = (request: RecordedRequest | undefined): string[] =>
  request?.json.messages.map(({ role, content }: { role: string; content: string }) => `${role}: ${content}`);

test(
  "a note of one conversation is seen in the next one, and no more once it is forgotten",
  inRoom(async ({ server, start, use, root }) => {
    const data = join(root, "data");
    const open = (...flags: string[]) =>
      start(["--plugin", "letscode-memory", ...flags], { env: { XDG_DATA_HOME: data } });
    const first = open();
    const [noted] = await use(first, ["remember", { note: "We use tabs.", title: "Tabs" }]);
    expect([noted.is_error, textOf(noted)]).toEqual([
      false,
      expect.stringMatching(/^Noted as project\/tabs\.md: /),
    ]);
    const folder = join(data, "letscode", "memory", readdirSync(join(data, "letscode", "memory"))[0] ?? "");
    expect(readFileSync(join(folder, "tabs.md"), "utf8")).toBe("# Tabs\n\nWe use tabs.\n");
    first.end();
    await first.exited;

    const second = open();
    server.reply(answer("Hello."));
    const run = await promptDone(second, "p", "hi");
    expect(messages(run, "custom").map(({ kind }) => kind)).toEqual(["memory"]);
    const [, notes, prompt] = sent(server.requests.at(-1));
    expect(notes).toContain('<note file="project/tabs.md">\n# Tabs\n\nWe use tabs.\n</note>');
    expect(prompt).toBe("user: hi");
    await use(second, ["forget", { file: "project/tabs.md" }]);
    expect(readdirSync(folder)).toEqual([]);
    second.end();
    await second.exited;

    const third = open("--continue");
    server.reply(answer("Hello again."));
    await promptDone(third, "p", "hi again");
    expect(server.requests.at(-1)?.text).not.toContain("These are notes");
  }),
);

test(
  "a summary is still in place of what it summarises when the conversation is resumed",
  inRoom(async ({ server, start }) => {
    server.reply(answer("One."), answer("Two."), answer("The notes."), answer("Three."));
    const first = start();
    await promptDone(first, "p1", "first question");
    await promptDone(first, "p2", "second question");
    const slash = await promptDone(first, "p3", "/compact keep the names");
    expect(messages(slash, "custom").map(({ data }) => data)).toEqual([
      expect.objectContaining({ summary: "The notes.", trigger: "manual", instructions: "keep the names" }),
    ]);
    first.end();
    await first.exited;
    await promptDone(start(["--continue"]), "p", "third question");
    expect(sent(server.requests.at(-1))).toEqual([
      expect.stringMatching(/^system: /),
      expect.stringContaining("The notes."),
      "assistant: Two.",
      "user: third question",
    ]);
  }),
);
