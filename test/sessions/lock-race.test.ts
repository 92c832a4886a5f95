import { fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { folder } from "./place.ts";

const ROUNDS = 200;
const PROCESSES = 4;
/** Between two rounds, in milliseconds. */
const PACE = 4;

/** What each process does: at the same moment as the others it asks for the lock of the round. */
const CONTESTANT = `
import { lockSession } from "./session-lock.mjs";
const [folder, begin] = process.argv.slice(2);
const won = [];
for (let round = 0; round < ${ROUNDS}; round++) {
  while (Date.now() < Number(begin) + round * ${PACE});
  if ("lock" in lockSession(folder + "/" + round + ".jsonl")) won.push(round);
}
process.send(won);
// Whoever has a lock stays alive until all have asked.
process.on("message", () => process.exit());
`;

test("of many that find the lock of a dead process at the same moment exactly one gets it", async () => {
  const place = folder();
  const code = folder();
  for (const name of ["session-lock", "process-alive"]) {
    const source = readFileSync(new URL(`../../src/sessions/${name}.ts`, import.meta.url), "utf8");
    const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
    const { outputText } = ts.transpileModule(source, { compilerOptions: options });
    writeFileSync(join(code, `${name}.mjs`), outputText.replaceAll('.ts"', '.mjs"'));
  }
  writeFileSync(join(code, "contestant.mjs"), CONTESTANT);
  const dead = fork(join(code, "contestant.mjs"), [], { stdio: "ignore" });
  dead.kill("SIGKILL");
  await once(dead, "exit");
  for (let round = 0; round < ROUNDS; round++) {
    const owner = { pid: dead.pid, host: hostname(), started: null, token: `dead ${round}` };
    writeFileSync(join(place, `${round}.jsonl.lock`), JSON.stringify(owner));
  }
  const begin = Date.now() + 500;
  const all = Array.from({ length: PROCESSES }, () =>
    fork(join(code, "contestant.mjs"), [place, `${begin}`]),
  );
  const won = (await Promise.all(all.map((one) => once(one, "message")))).flatMap(
    ([rounds]) => rounds as number[],
  );
  const ended = all.map((one) => once(one, "exit"));
  for (const one of all) one.send("leave");
  await Promise.all(ended);
  expect(won.sort((a, b) => a - b)).toEqual(Array.from({ length: ROUNDS }, (_, round) => round));
  expect(readdirSync(place).filter((name) => !/^\d+\.jsonl\.lock$/.test(name))).toEqual([]);
});
