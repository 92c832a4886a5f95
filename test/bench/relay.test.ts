import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startHost } from "../../bench/host.mjs";
import { type Model, startModel } from "../../bench/model.mjs";
import { letscode, relay } from "../../bench/subjects.mjs";
import { newFolder } from "../process/letscode.ts";

let model: Model;
beforeAll(async () => {
  model = await startModel();
});
afterAll(() => model.stop());

/** Empty folders to run in, gone when the test is. */
function newPlace() {
  const place = { cwd: newFolder(), home: newFolder() };
  onTestFinished(() => {
    for (const path of Object.values(place)) rmSync(path, { recursive: true, force: true });
  });
  return place;
}

type Subject = ReturnType<typeof relay>;

/** The updates with text of one prompt, ids taken out. */
async function textUpdates(subject: Subject): Promise<string[]> {
  const [file = "", ...words] = subject.start(model.url("deltas/30")).argv;
  const { cwd, home } = newPlace();
  const child = spawn(file, words, { cwd, env: { PATH: process.env.PATH, HOME: home } });
  let text = "";
  child.stdin.write(`${JSON.stringify(subject.prompt("hello"))}\n`);
  for await (const chunk of child.stdout.setEncoding("utf8")) {
    text += chunk;
    if (text.includes('{"type":"done"')) child.kill();
  }
  const updates = text.split("\n").filter((line) => line.includes('"type":"text_delta"'));
  return updates.map((line) => line.replace(/"id":"[^"]{1,12}"/, '"id":""'));
}

test("the relay writes the same updates as letscode, byte for byte but for the id", async () => {
  const [ours, least] = [await textUpdates(letscode()), await textUpdates(relay())];
  expect(ours).toHaveLength(30);
  expect(least).toEqual(ours);
});

test.each([letscode(), relay()])("a host counts what $name sends", async (subject) => {
  const host = startHost(subject, model.url("deltas/500"), newPlace());
  const first = await host.run("hello");
  await host.reset();
  const second = await host.run("hello again");
  await host.stop();
  expect([first.deltas, second.deltas]).toEqual([500, 500]);
  expect(first.done).toBeGreaterThanOrEqual(first.first);
  expect(second.bytes).toBeGreaterThan(500 * 100);
});

test("a program that ends during a prompt is reported with what it said", async () => {
  const broken = { ...relay(), start: () => ({ argv: [process.execPath, "-e", "throw new Error('no')"] }) };
  const host = startHost(broken, model.url("deltas/1"), newPlace());
  await expect(host.run("hello")).rejects.toThrow(/^relay ended with 1: .*Error: no/s);
});
