/**
 * What plugins in this process must not do, by habit or mistake: end it, write to stdout past its guard, or hand our stdin
 * and stdout to a child. Native code, and what looks for a way around, are out of reach.
 */
import childProcess from "node:child_process";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** Guards the process from now on. Ours leaves it by `exit`. */
export function guardProcess(): void {
  process.exit = () => {
    throw new Error("process.exit is not a plugin's to call: letscode ends by itself");
  };
  for (const name of ["write", "writeSync", "writev", "writevSync"] as const)
    replace(fs, name, ([file, ...rest]) => [file === 1 ? 2 : file, ...rest]);
  for (const name of ["spawn", "spawnSync", "execSync", "execFileSync"] as const)
    replace(childProcess, name, withOwnPipes);
  replace(childProcess, "fork", (given) => withOwnPipes(given, ["ignore", 2, 2, "ipc"]));
  syncBuiltinESMExports();
}

type Arguments = readonly unknown[];

/** Has the function called with other arguments. */
function replace<Module extends object>(
  module: Module,
  name: keyof Module,
  change: (given: Arguments) => Arguments,
): void {
  const original = module[name] as (...given: unknown[]) => unknown;
  const changed = (...given: unknown[]) => original(...change(given));
  // What belongs to the function, such as its promisified form, stays there.
  module[name] = Object.defineProperties(
    changed,
    Object.getOwnPropertyDescriptors(original),
  ) as Module[keyof Module];
}

/** The arguments with our stdin and stdout taken out of `stdio`; `usual` stands where nothing is said. */
function withOwnPipes(given: Arguments, usual?: readonly unknown[]): Arguments {
  const at = given.findIndex((one) => typeof one === "object" && one !== null && !Array.isArray(one));
  const options = (given[at] ?? {}) as { stdio?: unknown; silent?: unknown };
  const stdio = options.stdio ?? (options.silent === true ? undefined : usual);
  if (stdio === undefined) return given;
  const list = Array.isArray(stdio) ? [...stdio] : [stdio, stdio, stdio];
  const [input, output] = list;
  if (input === "inherit" || input === 0 || input === process.stdin) list[0] = "ignore";
  if (output === "inherit" || output === 1 || output === process.stdout) list[1] = 2;
  const own = { ...options, stdio: list };
  return at < 0 ? [...given, own] : given.map((one, index) => (index === at ? own : one));
}
