/** The rules every file of src keeps, and the sentences that say where one does not. */
import {
  AGENT_MODULES,
  EARLY_FILES,
  ENVIRONMENT_READERS,
  HEAVY_MODULES,
  LATE_ROOMS,
  LAYERS,
  STARTS,
} from "./layer-table.ts";
import { type Import, readSource, type SourceFacts } from "./read-source.ts";

/** The longest a file may be. */
const MAX_LINES = 300;

/** What belongs to the whole process; only the command line may touch it. */
const PROCESS_WIDE = [
  "stdin",
  "stdout",
  "stderr",
  "argv",
  "env",
  "cwd",
  "chdir",
  "exit",
  "exitCode",
  "umask",
];
const CLOCKS = ["performance", "setTimeout", "setInterval"];

/** Every violation in these sources, one sentence each, as `path:line: what is wrong`. Paths are relative to src. */
export function violations(sources: Readonly<Record<string, string>>): string[] {
  const files = new Map(Object.entries(sources).map(([path, text]) => [path, readSource(path, text)]));
  return [
    ...[...files.values()].flatMap((file) => [...layers(file, files), ...habits(file)]),
    ...eagerWeight(files),
  ];
}

function layers(file: SourceFacts, files: ReadonlyMap<string, SourceFacts>): string[] {
  const room = roomOf(file.path);
  const permits = LAYERS[room];
  if (permits === undefined) return [`${file.path}: ${room} is not in the layer table`];
  return file.imports.flatMap(({ specifier, line, typeOnly }) => {
    const say = (what: string) => [`${file.path}:${line}: ${what}`];
    if (room === "wire" && !typeOnly) return say(`wire has no runtime import, not even of ${specifier}`);
    if (!specifier.startsWith(".")) return foreign(room, specifier).flatMap(say);
    const target = resolve(file.path, specifier);
    if (!files.has(target)) return say(`imports ${target}, which is not there`);
    const names = [roomOf(target), target];
    if (names[0] === room || names.some((name) => permits.values.includes(name))) return [];
    if (!names.some((name) => permits.types?.includes(name))) return say(`${room} must not import ${target}`);
    return typeOnly ? [] : say(`${room} may import only types of ${target}`);
  });
}

function foreign(room: string, specifier: string): string[] {
  if (room === "agent" && !AGENT_MODULES.includes(specifier))
    return [`the agent must not import ${specifier}`];
  if (room !== "cli" && /^(node:)?process$/.test(specifier)) return [`only cli touches the process`];
  return [];
}

function habits(file: SourceFacts): string[] {
  const room = roomOf(file.path);
  const used = file.uses.flatMap(({ name, property, line }) => {
    const say = (what: string) => [`${file.path}:${line}: ${what}`];
    if (name === "console") return say("console is refused everywhere");
    if (name === "globalThis" && room !== "cli" && /^(process|console)$/.test(property ?? ""))
      return say(`only cli touches globalThis.${property}`);
    if (name === "process" && property === "env" && ENVIRONMENT_READERS.includes(file.path)) return [];
    if (name === "process" && room !== "cli" && (property === undefined || PROCESS_WIDE.includes(property)))
      return say(`only cli touches process${property === undefined ? "" : `.${property}`}`);
    if (name === "process" && room === "agent") return say("the agent touches no process");
    const asksTheTime = name === "Date" && (property === "now" || property === "new()");
    if ((CLOCKS.includes(name) || asksTheTime) && room === "agent")
      return say(`the agent has no clock of its own: ${name}`);
    return [];
  });
  const generated = /\.gen\.[^/]*$/.test(file.path);
  return [
    ...used,
    ...file.defaultExports.map((line) => `${file.path}:${line}: default exports are refused`),
    ...file.moduleState.map(
      (line) => `${file.path}:${line}: a module has no state: let and var stay in functions`,
    ),
    ...(file.lineCount > MAX_LINES && !generated
      ? [`${file.path}: ${file.lineCount} lines, at most ${MAX_LINES}`]
      : []),
  ];
}

/** What the command loads before it can say a word must be light. */
function eagerWeight(files: ReadonlyMap<string, SourceFacts>): string[] {
  const eager = new Set(STARTS);
  const found: string[] = [];
  for (const path of eager)
    for (const { specifier, line } of files.get(path)?.imports.filter(atStart) ?? []) {
      const file = specifier.startsWith(".") ? resolve(path, specifier) : undefined;
      if (file === undefined ? isHeavy(specifier) : isLate(file))
        found.push(`${path}:${line}: ${file ?? specifier} is loaded at every start; import() it`);
      else if (file !== undefined) eager.add(file);
    }
  return found;
}

function atStart({ typeOnly, lazy }: Import): boolean {
  return !typeOnly && !lazy;
}

function isLate(file: string): boolean {
  return LATE_ROOMS.includes(roomOf(file)) && !EARLY_FILES.includes(file);
}

function isHeavy(specifier: string): boolean {
  const [name = ""] = specifier.replace(/^node:/, "").split("/");
  return !specifier.startsWith("node:") || HEAVY_MODULES.includes(name);
}

function roomOf(path: string): string {
  return path.split("/")[0] ?? path;
}

function resolve(from: string, specifier: string): string {
  return new URL(specifier, `file:///${from}`).pathname.slice(1);
}
