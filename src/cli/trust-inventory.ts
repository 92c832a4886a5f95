/** What a project's `.letscode/` would bring in, and a digest that tells whether it is still the same. */
import { createHash, type Hash } from "node:crypto";
import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { systemErrorText } from "../system-errors.ts";
import { LETSCODE_FOLDER } from "./config.ts";

/** What there is. */
export interface TrustInventory {
  /** What lies in the folders of plugins, skills and prompts, such as `plugins/x.mjs`. */
  parts: string[];
  /** Changes with all that could run: `config.json`, everything below `plugins/`, and what is named. */
  digest: string | undefined;
  /** Why there is no digest: half a sentence. */
  problem: string | undefined;
}

const KINDS = ["plugins", "skills", "prompts"] as const;

/** More than this is not read: starting must not take long. */
const MAX_ENTRIES = 4000;
const MAX_BYTES = 32 * 1024 * 1024;

/** Looks at a project's folder; `named` are paths and packages that its configuration would run. Does not throw. */
export function takeInventory(project: string, named: readonly string[]): TrustInventory {
  const folder = join(project, LETSCODE_FOLDER);
  const parts = KINDS.flatMap((kind) => entriesOf(join(folder, kind)).map((name) => `${kind}/${name}`));
  try {
    const digest = new Digest();
    digest.add("config.json", join(folder, "config.json"));
    digest.add("plugins", join(folder, "plugins"));
    for (const name of named) {
      digest.add(`path ${name}`, resolve(project, name));
      digest.add(`package ${name}`, resolve(project, "node_modules", name));
    }
    return { parts, digest: digest.end(), problem: undefined };
  } catch (error) {
    return {
      parts,
      digest: undefined,
      problem: error instanceof Uncheckable ? error.message : systemErrorText(error),
    };
  }
}

/** What `ls` would show; empty when there is no such folder. */
function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => !name.startsWith("."))
      .sort();
  } catch {
    return [];
  }
}

/** What no digest can tell of. */
class Uncheckable extends Error {}

class Digest {
  readonly #hash: Hash = createHash("sha256");
  #entries = 0;
  #bytes = 0;
  /** Real paths of the folders on the way to the present one. */
  readonly #above: string[] = [];

  /** Adds what is at the path, all of it: names, contents, links with their targets. Nothing there is a state as well. */
  add(name: string, path: string): void {
    if (++this.#entries > MAX_ENTRIES) throw new Uncheckable(`it holds more than ${MAX_ENTRIES} files`);
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
      this.#say("link", name, readlinkSync(path));
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) return this.#say("nothing", name);
    if (stats.isFile()) return this.#addFile(name, path);
    if (!stats.isDirectory()) throw new Uncheckable("it holds a pipe or a device");
    const real = realpathSync.native(path);
    if (this.#above.includes(real)) return this.#say("circle", name);
    this.#say("folder", name);
    this.#above.push(real);
    for (const entry of readdirSync(path).sort()) {
      const inside = join(path, entry);
      // Its bytes are not UTF-8, and no path in text leads to it.
      if (!lstatSync(inside, { throwIfNoEntry: false }))
        throw new Uncheckable("it holds a name that cannot be read");
      this.add(`${name}/${entry}`, inside);
    }
    this.#above.pop();
    this.#say("end", name);
  }

  end(): string {
    return `sha256:${this.#hash.digest("hex")}`;
  }

  #addFile(name: string, path: string): void {
    const content = createHash("sha256");
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const piece = Buffer.allocUnsafe(64 * 1024);
      for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) {
        this.#bytes += read;
        if (this.#bytes > MAX_BYTES) throw new Uncheckable(`it holds more than ${MAX_BYTES} bytes`);
        content.update(piece.subarray(0, read));
      }
    } finally {
      closeSync(file);
    }
    this.#say("file", name, content.digest("hex"));
  }

  /** As JSON: no name can be taken for something else. */
  #say(...words: string[]): void {
    this.#hash.update(`${JSON.stringify(words)}\n`);
  }
}
