/** One shot at the edge of a terminal, as reported of others: what went wrong there, tried through the built command. */
import { describe, expect, it, onTestFinished } from "vitest";
import { answer } from "../loopback/chunks.ts";
import { startProviderServer } from "../loopback/provider-server.ts";
import { World } from "../print/command.ts";
import { onTerminal } from "../print/on-terminal.ts";

/** A project and a provider that always says the same. */
async function project() {
  const provider = await startProviderServer({ otherwise: answer("The answer.") });
  onTestFinished(() => provider.close());
  const world = new World();
  const flags = ["--base-url", provider.baseUrl, "--model", "m"];
  world.environment.F = flags.join(" ");
  return { world, flags, prompts: () => provider.requests.map(({ json }) => json.messages.at(-1).content) };
}

const ANSWERED = { code: 0, stdout: "The answer.\n", stderr: "" };
const NOT_WAITED =
  "letscode: stdin is an open pipe with nothing in it yet and is not waited for; end the command with - to wait for it\n";

describe("one shot", () => {
  it("with a prompt does not wait for a pipe that is open and silent, whoever holds it [G01]", async () => {
    const { world, flags, prompts } = await project();
    const answered = { ...ANSWERED, stderr: NOT_WAITED };
    expect(await world.run(["-p", "hi", ...flags], "silent")).toEqual(answered);
    expect(await world.run(["hi", ...flags], "silent")).toEqual(answered);
    // The shell waits for both ends of the pipe: the first one ends when the second one has answered.
    const line = `{ echo $$ > pid; exec sleep 1000; } | { $L -p hi $F 2>/dev/null; echo "code $?"; kill $(cat pid); }`;
    expect(await onTerminal(world, line)).toMatchObject({ shown: "The answer.\ncode 0\n" });
    expect(prompts()).toEqual(["hi", "hi", "hi"]);
  });

  it("without a key ends at once and names what is missing, though its pipe stays open [G01]", async () => {
    const world = new World();
    const { code, stdout, stderr } = await world.run(["-p", "hi", "--model", "openai/gpt-4.1"], "silent");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr.replace(NOT_WAITED, "")).toMatch(/^letscode: .*OPENAI_API_KEY.*\n$/);
  });

  it("is what the bare command does without a terminal: with a prompt it answers, without one it ends with 2 [G02]", async () => {
    const { world, flags, prompts } = await project();
    const lost = await world.run(flags);
    expect(lost).toMatchObject({ code: 2, stdout: "" });
    expect(lost.stderr).toBe('letscode: stdin is empty, so there is no prompt: letscode -p "PROMPT"\n');
    expect(await world.run(flags, { text: "" })).toEqual(lost);
    expect(await world.run(flags, { text: "2+2\n" })).toEqual(ANSWERED);
    expect(await world.run(["hi", ...flags])).toEqual(ANSWERED);
    expect(prompts()).toEqual(["2+2", "hi"]);
  });

  it("needs no controlling terminal [G02]", async () => {
    const { world } = await project();
    const line = `setsid -w $L hi $F </dev/null >out 2>&1; echo "code $?"; cat out; setsid -w $L $F </dev/null >out 2>&1; echo "code $?"; cat out`;
    const { shown } = await onTerminal(world, line);
    expect(shown).toMatch(/^code 0\nThe answer\.\ncode 2\nletscode: stdin is empty, .*\n$/);
  });
});
