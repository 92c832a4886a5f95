/** Which plugins there are, and in which order. */
import { readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { errorText, UsageError } from "../errors.ts";
import { isMissing, systemErrorText } from "../system-errors.ts";
import { type Entry, fileEntry, folderEntry, isPluginFile } from "./find-entry.ts";

/** A plugin as somebody named it. */
export interface NamedPlugin {
  /** A path, the name of an installed package, or of a plugin that comes with letscode. */
  name: string;
  /** Relative paths, and the search for packages, start here. */
  folder: string;
  /** Where it was named, for messages. */
  source: string;
}

/** Where to look. */
export interface PluginPlaces {
  /** The user's own configuration folder; absent: it does not count. */
  configFolder?: string | undefined;
  /** The project; an untrusted one is not looked into, which whoever found that out has said. */
  project: { folder: string; trusted: boolean };
  /** Named in configuration: the user's first, then a trusted project's. */
  configured: readonly NamedPlugin[];
  /** Named by flags. */
  flags: readonly NamedPlugin[];
  /** The names of plugins that come with letscode and are loaded when they are named. */
  shipped: readonly string[];
  /** What `~` stands for. */
  home: string;
  /** One line for people. */
  report(line: string): void;
}

/** A plugin that is there to be loaded. */
export interface FoundPlugin {
  name: string;
  /** The real path of its file; null when it comes with letscode. */
  path: string | null;
}

/**
 * The user's folder by name, what configuration names, the trusted project's folder by name, what flags name. The same
 * file twice counts once, at its first place. Imports nothing.
 *
 * @throws {UsageError} when something that is named is not there.
 */
export function discoverPlugins(places: PluginPlaces): FoundPlugin[] {
  const { configFolder, project, configured, flags, report } = places;
  const projectFolder = join(project.folder, ".letscode", "plugins");
  const found = [
    ...(configFolder === undefined ? [] : inFolder(join(configFolder, "plugins"), report)),
    ...configured.map((named) => byName(named, places)),
    ...(project.trusted ? inFolder(projectFolder, report) : []),
    ...flags.map((named) => byName(named, places)),
  ].map(({ name, path }) => ({ name, path: path === null ? null : realpathSync(path) }));
  const seen = new Set<string>();
  return found.filter(({ name, path }) => {
    const key = path ?? `shipped ${name}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** The plugins of a folder, by name; what is none is passed over. */
function inFolder(folder: string, report: (line: string) => void): Entry[] {
  let names: string[];
  try {
    names = readdirSync(folder).sort();
  } catch (thrown) {
    if (!isMissing(thrown)) report(`${folder}: not loaded: ${systemErrorText(thrown)}`);
    return [];
  }
  return names.flatMap((name) => {
    if (name.startsWith(".") || name === "node_modules") return [];
    const path = join(folder, name);
    try {
      const kind = kindOf(path);
      if (kind === "file" && isPluginFile(name)) return [fileEntry(path)];
      return (kind === "folder" && folderEntry(path)) || [];
    } catch (thrown) {
      report(`plugin not loaded: ${errorText(thrown)}`);
      return [];
    }
  });
}

function byName(named: NamedPlugin, { shipped, home }: PluginPlaces): FoundPlugin {
  const { name, folder, source } = named;
  const path = resolve(
    folder,
    name.replace(/^~(?=\/|\\|$)/, () => home),
  );
  const isPath =
    /^[.~/\\]|^[A-Za-z]:[\\/]/.test(name) || (/[/\\]/.test(name) && !/^@[^/]+\/[^/]+$/.test(name));
  if (!isPath && shipped.includes(name)) return { name, path: null };
  const missing = (what: string) => new UsageError(`${source}: ${what}`);
  try {
    if (isPath || (isPluginFile(name) && kindOf(path))) {
      const kind = kindOf(path);
      if (kind === "file" && isPluginFile(path)) return fileEntry(path);
      if (kind === "file") throw missing(`${path} is no plugin: expected a .js or .ts file, or a folder`);
      const entry = kind && folderEntry(path);
      if (entry) return entry;
      throw missing(
        kind
          ? `${path} is no plugin: there is no package.json and no index.js in it`
          : `there is no plugin at ${path}`,
      );
    }
    const installed = packageFolder(name, folder);
    const entry = installed === undefined ? undefined : folderEntry(installed);
    if (entry) return entry;
  } catch (thrown) {
    throw thrown instanceof UsageError ? thrown : missing(errorText(thrown));
  }
  throw missing(
    `there is no package ${name} in a node_modules folder from ${folder} upward; a path begins with ./ or /`,
  );
}

/** Where the package is installed, as seen from the folder. Nothing is looked for in places of the whole machine. */
function packageFolder(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name);
    if (basename(folder) !== "node_modules" && kindOf(candidate) === "folder") return candidate;
    if (folder === dirname(folder)) return undefined;
  }
}

/** What lies there, links followed; undefined for nothing that could be a plugin. */
function kindOf(path: string): "file" | "folder" | undefined {
  let found: Stats | undefined;
  try {
    found = statSync(path, { throwIfNoEntry: false });
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
  if (found?.isDirectory()) return "folder";
  return found?.isFile() ? "file" : undefined;
}
