import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CODES } from "../../src/jsonrpc/errors.ts";
import { answer, calls, scriptedModel, untilAborted } from "../agent/scripted-model.ts";
import { memoryServer } from "./memory-server.ts";

/** Everything in the files below a folder. */
function filesBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => `${path}\n${readFileSync(path, "utf8")}`)
    .join("\n");
}

describe("a session", () => {
  test("opens its agent with the first work, not before", async () => {
    let opened = 0;
    const { connect } = memoryServer({ onOpen: () => opened++ });
    const client = await connect();
    const { session_id } = await client.call("session.create");
    await client.call("session.get", { session_id });
    await client.call("session.messages", { session_id });
    await client.call("session.abort", { session_id });
    expect(opened).toBe(0);
    await client.call("session.send", { session_id, text: "go" });
    await client.call("session.send", { session_id, text: "go" });
    expect(opened).toBe(1);
  });

  test("goes on from disk after it was closed, and whoever names it meanwhile waits [J5]", async () => {
    const model = scriptedModel();
    const { connect } = memoryServer({ model: () => model });
    const client = await connect();
    const { session_id } = await client.call("session.create");
    await client.call("session.send", { session_id, text: "first" });
    expect(await client.call("session.close", { session_id })).toBe(null);
    await expect(client.call("session.send", { session_id, text: "x" })).rejects.toMatchObject({
      code: CODES.session_not_found,
    });
    // What names the session while it is being opened waits for it.
    const [resumed, sent] = await Promise.all([
      client.call("session.resume", { session_id }),
      client.call("session.send", { session_id, text: "second" }),
    ]);
    expect(resumed).toMatchObject({ session_id, messages_count: 2, running: false });
    expect(sent).toMatchObject({ stop_reason: "end_turn" });
    const { messages } = await client.call("session.messages", { session_id });
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
    expect(model.requests.at(-1)?.messages.length).toBe(3);
  });

  test("goes on with the numbers of its events when it is resumed after it was closed", async () => {
    const { connect } = memoryServer();
    const client = await connect();
    const { session_id } = await client.call("session.create");
    await client.call("session.send", { session_id, text: "first" });
    await client.call("session.close", { session_id });
    const before = client.events(session_id).length;
    await client.call("session.resume", { session_id });
    await client.call("session.send", { session_id, text: "second" });
    const numbers = client.told.flatMap((one) =>
      "method" in one && one.method === "session.event" ? [one.params.seq] : [],
    );
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
    expect(numbers.length).toBeGreaterThan(before);
    expect(await client.call("session.events", { session_id, after: before })).toEqual({
      events: numbers.slice(before).map((seq) => ({ seq, event: expect.any(Object) })),
    });
    expect(await client.call("session.events", { session_id, after: before - 1 })).toMatchObject({
      gap: true,
    });
  });

  test("is read from disk where only its messages or its row are wanted", async () => {
    const { connect } = memoryServer();
    const client = await connect();
    const { session_id } = await client.call("session.create");
    await client.call("session.send", { session_id, text: "what is it called?" });
    const live = await client.call("session.get", { session_id });
    const { messages } = await client.call("session.messages", { session_id });
    await client.call("session.close", { session_id });
    expect(await client.call("session.messages", { session_id })).toEqual({ messages });
    expect(await client.call("session.messages", { session_id, after: messages[0]?.id as string })).toEqual({
      messages: messages.slice(1),
    });
    expect(await client.call("session.get", { session_id })).toEqual({
      ...live,
      created: expect.any(Number),
      updated: expect.any(Number),
    });
    expect(live).toMatchObject({ title: "what is it called?", messages_count: 2, running: false });
    await expect(client.call("session.messages", { session_id, after: "nope" })).rejects.toMatchObject({
      code: CODES.invalid_params,
      message: 'session.messages.after: the conversation has no message "nope"',
    });
  });

  test("that is closed in the middle of a run ends it as an abort does", async () => {
    const { connect } = memoryServer({ model: () => scriptedModel(untilAborted) });
    const client = await connect();
    const { session_id } = await client.call("session.create");
    const sent = client.call("session.send", { session_id, text: "go" });
    await client.waitFor(
      (one) => one.method === "session.event" && one.params.event.type === "message_update",
    );
    const closed = client.call("session.close", { session_id });
    expect([await sent, await closed]).toMatchObject([{ stop_reason: "aborted" }, null]);
    const { messages } = await client.call("session.messages", { session_id });
    expect(messages.at(-1)).toMatchObject({ role: "assistant", stop_reason: "aborted" });
  });

  test("that is resumed while it is being closed is opened anew when that is done", async () => {
    let leave = () => {};
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const slow = { name: "slow", file: null, plugin: { letscode_session_end: () => left } };
    const { connect } = memoryServer({ agent: { plugins: [slow] } });
    const client = await connect();
    const { session_id } = await client.call("session.create");
    await client.call("session.send", { session_id, text: "go" });
    const both = Promise.all([
      client.call("session.close", { session_id }),
      client.call("session.resume", { session_id }),
    ]);
    // Time enough for whoever would not wait.
    for (let at = 0; at < 10; at++) await client.call("session.list");
    leave();
    expect((await both)[1]).toMatchObject({ messages_count: 2, running: false });
  });

  test("is forked up to a message and the results of its calls", async () => {
    const { connect } = memoryServer({
      model: () => scriptedModel(calls({ id: "c1", name: "ls", arguments: "{}" }), answer("seen")),
    });
    const client = await connect();
    const { session_id } = await client.call("session.create");
    await client.call("session.send", { session_id, text: "look" });
    const { messages } = await client.call("session.messages", { session_id });
    const copy = await client.call("session.fork", { session_id, message_id: messages[1]?.id as string });
    expect(copy.session_id).not.toBe(session_id);
    expect(await client.call("session.resume", { ...copy })).toMatchObject({ messages_count: 3 });
    expect((await client.call("session.messages", { ...copy })).messages).toEqual(messages.slice(0, 3));
    await expect(client.call("session.fork", { session_id, message_id: "nope" })).rejects.toMatchObject({
      code: CODES.invalid_params,
      message: expect.stringMatching(/^session\.fork: \/.*\.jsonl has no message "nope"$/),
    });
  });

  test("is deleted with its file", async () => {
    const { connect, conversations } = memoryServer();
    const client = await connect();
    const { session_id } = await client.call("session.create");
    await client.call("session.send", { session_id, text: "secret of mine" });
    expect(filesBelow(conversations.folder)).toContain("secret of mine");
    await client.call("session.delete", { session_id });
    expect(filesBelow(conversations.folder)).not.toContain("secret of mine");
    await expect(client.call("session.delete", { session_id })).rejects.toMatchObject({
      code: CODES.session_not_found,
    });
  });

  test("leaves no file when it is not to be kept, and cannot be forked", async () => {
    const { connect, conversations } = memoryServer();
    const client = await connect();
    const { session_id } = await client.call("session.create", { persist: false });
    await client.call("session.send", { session_id, text: "off the record" });
    expect(filesBelow(conversations.folder)).not.toContain("off the record");
    expect((await client.call("session.list")).sessions.map((row) => row.session_id)).toEqual([session_id]);
    await expect(client.call("session.fork", { session_id, message_id: "x" })).rejects.toMatchObject({
      code: CODES.invalid_params,
    });
    expect(await client.call("session.reset", { session_id })).toEqual({ saved_as: null });
  });

  test("begins anew under its id after a reset, and says where that is kept", async () => {
    const model = scriptedModel();
    const { connect } = memoryServer({ model: () => model });
    const client = await connect();
    const { session_id } = await client.call("session.create");
    await client.call("session.send", { session_id, text: "old" });
    const listed = async () =>
      (await client.call("session.list")).sessions.map((row) => [row.session_id, row.title]);
    const { saved_as } = await client.call("session.reset", { session_id });
    expect(await listed()).toEqual([[session_id, ""]]);
    expect((await client.call("session.messages", { session_id })).messages).toEqual([]);
    await client.call("session.send", { session_id, text: "new" });
    expect(await listed()).toEqual([[saved_as, "new"]]);
    expect(model.requests.at(-1)?.messages.length).toBe(1);
    expect(await client.call("session.get", { session_id: saved_as as string })).toMatchObject({
      session_id,
      title: "new",
    });
    await client.call("session.close", { session_id });
    expect((await listed()).sort()).toEqual(
      [
        [saved_as, "new"],
        [session_id, "old"],
      ].sort(),
    );
    expect(await client.call("session.resume", { session_id: saved_as as string })).toMatchObject({
      messages_count: 2,
    });
    expect((await client.call("session.get", { session_id })).title).toBe("old");
  });

  test("changes its model and how much it thinks with the next call", async () => {
    const first = scriptedModel();
    const { connect } = memoryServer({ model: () => first });
    const client = await connect();
    const { session_id } = await client.call("session.create");
    await client.call("session.set_thinking", { session_id, level: "high" });
    await client.call("session.send", { session_id, text: "one" });
    expect(first.requests.map(({ thinking }) => thinking)).toEqual(["high"]);
    await client.call("session.set_model", { session_id, model: "m2" });
    await client.call("session.send", { session_id, text: "two" });
    expect(first.requests.length).toBe(1);
    expect((await client.call("session.resume", { session_id })).model).toBe("other/m2");
    await expect(
      client.call("session.set_model", { session_id, model: "nobody/knows" }),
    ).rejects.toMatchObject({
      code: CODES.invalid_params,
      message: "session.set_model.model: there is no model nobody/knows",
    });
  });

  test("compacts", async () => {
    const { connect } = memoryServer({ model: () => scriptedModel(answer("long"), answer("a summary")) });
    const client = await connect();
    const { session_id } = await client.call("session.create");
    expect(await client.call("session.compact", { session_id })).toEqual({ compaction: null });
    await client.call("session.send", { session_id, text: "tell me" });
    expect(await client.call("session.compact", { session_id, instructions: "short" })).toEqual({
      compaction: {
        message_id: expect.any(String),
        tokens_before: expect.any(Number),
        tokens_after: expect.any(Number),
      },
    });
  });
});

describe("session.list", () => {
  test("shows what is live and what is on disk, page by page", async () => {
    const { connect, conversations } = memoryServer();
    const client = await connect();
    const other = join(conversations.folder, "other");
    mkdirSync(other);
    const ids: string[] = [];
    for (const [at, cwd] of [conversations.workspace, other, conversations.workspace].entries()) {
      const { session_id } = await client.call("session.create", { cwd });
      await client.call("session.send", { session_id, text: `prompt ${at}` });
      ids.push(session_id);
    }
    await client.call("session.close", { session_id: ids[0] as string });
    const fresh = (await client.call("session.create", { cwd: other })).session_id;
    const idsOf = async (query: object) =>
      (await client.call("session.list", query)).sessions.map(({ session_id }) => session_id);
    const all = await idsOf({});
    expect(all[0]).toBe(fresh);
    expect([...all].sort()).toEqual([...ids, fresh].sort());
    expect(await idsOf({ cwd: other })).toEqual([fresh, ids[1]]);
    expect([await idsOf({ limit: 1 }), await idsOf({ limit: 2, before: all[0] })]).toEqual([
      all.slice(0, 1),
      all.slice(1, 3),
    ]);
    expect(await idsOf({ before: all.at(-1) })).toEqual([]);
  });

  test("says which run", async () => {
    const { connect } = memoryServer({ model: () => scriptedModel(untilAborted) });
    const client = await connect();
    const { session_id } = await client.call("session.create");
    const sent = client.call("session.send", { session_id, text: "go" });
    await client.waitFor(
      (one) => one.method === "session.event" && one.params.event.type === "message_update",
    );
    expect((await client.call("session.list")).sessions).toMatchObject([{ session_id, running: true }]);
    await client.call("session.abort", { session_id });
    await sent;
    expect((await client.call("session.list")).sessions).toMatchObject([{ session_id, running: false }]);
  });
});

test("sessions have folders and keys of their own, and no key is anywhere", async () => {
  const { connect, conversations, reports } = memoryServer({
    model: ({ api_key }) =>
      scriptedModel(
        calls({ id: "c1", name: "bash", arguments: JSON.stringify({ command: `pwd; echo ${api_key}` }) }),
        answer(`my key is ${api_key}`),
      ),
  });
  const client = await connect();
  const keys = ["sk-first-0123456789", "sk-second-0123456789"];
  const folders = ["a", "b"].map((name) => join(conversations.folder, name));
  const ids: string[] = [];
  for (const [at, cwd] of folders.entries()) {
    mkdirSync(cwd);
    const settings = { cwd, api_key: keys[at] as string, permission_mode: "allow" as const };
    const { session_id } = await client.call("session.create", settings);
    ids.push(session_id);
  }
  await Promise.all(ids.map((session_id) => client.call("session.send", { session_id, text: "go" })));
  const answers = await Promise.all(
    ids.map(async (session_id) => [
      await client.call("session.messages", { session_id }),
      await client.call("session.events", { session_id, after: 0 }),
    ]),
  );
  for (const [at, id] of ids.entries()) {
    const told = JSON.stringify(client.events(id));
    expect([told.includes(`${folders[at]}\\n`), told.includes(`${folders[1 - at]}\\n`)]).toEqual([
      true,
      false,
    ]);
  }
  const everything = [JSON.stringify([client.told, answers]), filesBelow(conversations.folder), ...reports];
  for (const key of keys) expect(everything.filter((text) => text.includes(key))).toEqual([]);
});
