import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { processesOf, processesWith, sleepMark, within } from "../process/alive.ts";

const library = new URL("../../dist/lib/client.js", import.meta.url).href;

/** Runs a program that uses the built client, in a folder by which it and its children are found. */
function runProgram(text: string) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "letscode-program-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "program.mjs");
  writeFileSync(file, `import { LetscodeClient, RpcClient } from ${JSON.stringify(library)};\n${text}`);
  const env = { PATH: process.env.PATH, HOME: folder };
  const child = spawn(process.execPath, [file], { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => {
    said += piece;
  });
  return { child, folder, said: () => said };
}

/** Both clients, so that `send` begins a run. */
const CLIENTS = {
  LetscodeClient: `
    const client = new LetscodeClient({ args: ["--model", "demo"] });
    const session = await client.createSession({ permissions: "allow", persist: false });
    const send = (text) => session.send(text);`,
  RpcClient: `
    const client = await RpcClient.start({ permissions: "allow", args: ["--model", "demo", "--no-session"] });
    const send = (text) => client.prompt(text);`,
};

describe.each(Object.entries(CLIENTS))("a program with a %s", (_name, start) => {
  test("ends when it has nothing more to do, and leaves nothing behind", async () => {
    const { child, folder, said } = runProgram(`${start}
      console.log((await send("demo:text 5").result).stopReason);
    `);
    expect(await once(child, "close")).toEqual([0, null]);
    expect(said()).toBe("end_turn\n");
    await within(10_000, "letscode is gone", () => processesOf(folder).length === 0);
  });

  test("goes on while something is waited for", async () => {
    const { child, said } = runProgram(`${start}
      const { stopReason } = await send("demo:wait 300").result;
      for await (const { type } of send("demo:wait 300")) if (type === "agent_end") console.log(stopReason, type);
    `);
    expect(await once(child, "close")).toEqual([0, null]);
    expect(said()).toBe("end_turn agent_end\n");
  });

  test.each(["SIGINT", "SIGKILL"] as const)(
    "leaves no process behind when %s ends it in mid-run [A07]",
    async (signal) => {
      const mark = sleepMark();
      const { child, folder } = runProgram(`${start}
      await send('demo:tool bash {"command":"sleep ${mark}"}').result;
    `);
      await within(10_000, "the command runs", () => processesWith(`sleep\0${mark}`).length > 0);
      child.kill(signal);
      await once(child, "close");
      await within(10_000, "everything is gone", () => processesOf(folder).length === 0);
      expect(processesWith(`sleep\0${mark}`)).toEqual([]);
    },
  );
});
