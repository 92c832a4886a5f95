import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseArguments } from "../../src/cli/args.ts";
import { chooseSession } from "../../src/cli/session-choice.ts";
import { makeWorld } from "./surroundings.ts";

const ID = "20260131-k7m2p9xq";

function chosen(argv: readonly string[], config: object = {}) {
  const world = makeWorld();
  world.write(".config/letscode/config.json", config);
  try {
    return chooseSession(world.read(["-p", "go", ...argv]).options);
  } catch (thrown) {
    return (thrown as Error).message;
  }
}

describe("the conversation that the options ask for", () => {
  test.each<[readonly string[], object, unknown]>([
    [[], {}, { type: "new" }],
    [["--continue"], {}, { type: "newest" }],
    [["--resume", ID], {}, { type: "named", name: ID }],
    [["--resume"], {}, { type: "pick" }],
    [["--session", ID], {}, { type: "named", name: ID }],
    [["--session-dir", "d"], {}, { type: "new" }],
    [["--no-session"], {}, { type: "unsaved" }],
    [[], { no_session: true }, { type: "unsaved" }],
    [["--no-session"], { session_dir: "d" }, { type: "unsaved" }],
    [["--continue"], { no_session: true }, { type: "newest" }],
    [["--session-dir", "d"], { no_session: true }, { type: "new" }],
    [["--resume", ID, "--session-dir", "d"], {}, { type: "named", name: ID }],
    [["--continue", "--resume"], {}, "--continue and --resume contradict each other"],
    [["--resume", ID, "--session", ID], {}, "--resume and --session contradict each other"],
    [["--no-session", "--session-dir", "d"], {}, "--no-session and --session-dir contradict each other"],
    [["--no-session", "--continue"], {}, "--no-session and --continue contradict each other"],
    [["--session", "./a", "--session-dir", "d"], {}, "--session and --session-dir contradict each other"],
    [["--session", ""], {}, '--session: expected the id of a conversation, or the path of its file, got ""'],
  ])("%j with the configuration %j: %j", (argv, config, choice) => {
    expect(chosen(argv, config)).toEqual(choice);
  });

  test("a file is found from the folder the command was given in, as everywhere", () => {
    const world = makeWorld();
    const named = (text: string) => world.read(["-p", "go", "--session", text]).options.session;
    expect([named("a.jsonl"), named("./a"), named("~/a"), named("/x/a"), named("a")]).toEqual([
      join(world.project, "a.jsonl"),
      join(world.project, "a"),
      join(world.home, "a"),
      "/x/a",
      "a",
    ]);
  });

  test("--resume takes the next word only when it looks like an id", () => {
    const taken = (...argv: string[]) => {
      const { flags, words } = parseArguments(argv);
      return [flags.map(({ text }) => text), words];
    };
    expect(taken("--resume", ID, "go")).toEqual([[ID], ["go"]]);
    expect(taken("--resume", "20260131-k", "go")).toEqual([["20260131-k"], ["go"]]);
    for (const word of ["go", "2026", "20260131", "20260131-", "20260131-k7m2p9xq0", "x.jsonl"])
      expect(taken("--resume", word)).toEqual([[undefined], [word]]);
    expect(taken("--resume=2026", "go")).toEqual([["2026"], ["go"]]);
  });

  test("an untrusted project does not say where conversations are kept, or that they are not", () => {
    const world = makeWorld();
    world.write("code/app/.letscode/config.json", { session_dir: "/elsewhere", no_session: true });
    const { options, notices } = world.read(["-p", "go"]);
    expect([options.sessionDir, options.noSession]).toEqual([undefined, false]);
    expect(notices.join()).toMatch(/"session_dir", "no_session"/);
  });
});
