/** Each SDK as a program sees it: a call there and back, and the events of a long answer, over stdio and over TCP. */
import { execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { collect, interleave } from "./measure.mjs";

const COUNTS = {
  full: { rounds: 5, pings: 2000, characters: 400_000 },
  quick: { rounds: 1, pings: 50, characters: 10_000 },
};

const place = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

/** @param {Pick<import("./bench.mjs").Bench, "quick" | "say" | "place">} bench */
export async function measureSdks({ quick, say, place: { cwd, home } }) {
  const counts = quick ? COUNTS.quick : COUNTS.full;
  const folder = mkdtempSync(join(tmpdir(), "letscode-bench-"));
  const [ping, events] = [collect(), collect()];
  const command = place("../dist/cli/letscode.cjs");
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    LETSCODE_COMMAND: command,
    PYTHONPATH: place("../sdks/python/src"),
  };
  const words = ["serve", "--listen", "127.0.0.1:0", "--no-token"];
  const server = spawn(process.execPath, [command, ...words], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  try {
    const [line] = await once(server.stdout.setEncoding("utf8"), "data");
    const url = line.trim().replace("letscode listening on ", "");
    const tasks = programs(folder).flatMap(({ name, program, first }) =>
      [
        [name, "-"],
        [`${name}, TCP`, url],
      ].map(([label = "", where = "-"]) => async () => {
        const given = [...first, where, `${counts.pings}`, `${counts.characters}`];
        const { stdout } = await promisify(execFile)(program, given, { cwd, env });
        const said = JSON.parse(stdout);
        ping.add(label, said.ping_us);
        events.add(label, said.events_per_second);
      }),
    );
    await interleave(counts.rounds, tasks, (round) => say(`round ${round} of ${counts.rounds}`));
  } finally {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
  return { rounds: counts.rounds, ping_us: ping.summaries(), events_per_second: events.summaries() };
}

/** A program for each language whose tools are there. @param {string} folder for what has to be built */
function programs(folder) {
  const has = (/** @type {string} */ program, /** @type {string} */ word) =>
    spawnSync(program, [word], { stdio: "ignore" }).status === 0;
  const found = [
    { name: "TypeScript", program: process.execPath, first: [place("sdk-clients/typescript.mjs")] },
  ];
  if (has("python3", "--version"))
    found.push({ name: "Python", program: "python3", first: [place("sdk-clients/python.py")] });
  if (has("go", "version")) {
    const built = join(folder, "go-client");
    execFileSync("go", ["build", "-o", built, "."], { cwd: place("sdk-clients/go"), stdio: "inherit" });
    found.push({ name: "Go", program: built, first: [] });
  }
  return found;
}
