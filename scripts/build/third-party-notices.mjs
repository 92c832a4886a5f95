/** Who else's work is in the build: collected while bundling, from what was really bundled. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";

/**
 * `carries`: packages, as `NAME VERSION`, that were bundled into this one by its own authors.
 * @typedef {{ name: string, version: string, license: string, author: string, text: string | undefined, carries: string[] }} Notice
 */

/**
 * The notices of the packages that own these modules, by name. A licence that does not simply let us ship the
 * package is an error: nobody may bundle it by accident.
 * @param {Iterable<string>} modules paths of bundled files
 * @returns {Notice[]}
 */
export function noticesFor(modules) {
  /** @type {Map<string, string[]>} */
  const files = new Map();
  for (const file of modules) {
    const folder = packageFolder(file);
    if (folder !== undefined) files.set(folder, [...(files.get(folder) ?? []), pathOf(file)]);
  }
  const notices = [...files]
    .map(([folder, own]) => notice(folder, own))
    .sort((a, b) => (a.name + a.version < b.name + b.version ? -1 : 1));
  return notices.map((one) => ({ ...one, text: one.text ?? borrowedText(one, notices) }));
}

/**
 * @param {readonly Notice[]} notices
 * @returns {string} the file that is shipped
 */
export function noticesText(notices) {
  const rule = "-".repeat(80);
  const entries = notices.map(
    ({ name, version, license, text, carries }) =>
      `${rule}\n${name} ${version} (${license})\n${rule}\n\n${text}\n${carriedText(carries)}`,
  );
  return ["letscode contains the following third-party software.\n", ...entries].join("\n");
}

const PERMISSIVE = /^(MIT|ISC|BSD-[23]-Clause|Apache-2\.0|0BSD|BlueOak-1\.0\.0|Unlicense|CC0-1\.0)$/;

/** @param {readonly string[]} carries */
function carriedText(carries) {
  if (carries.length === 0) return "";
  const babel = carries.some((one) => one.startsWith("@babel/"))
    ? "\nBabel is under the MIT licence: Copyright (c) 2014-present Sebastian McKenzie and other contributors\n"
    : "";
  const list = carries.map((one) => `  ${one}\n`).join("");
  return `\nIts authors have bundled these into it, each under the licence that its package states:\n\n${list}${babel}`;
}

/** @param {string} folder @param {readonly string[]} files of it, that are bundled @returns {Notice} */
function notice(folder, files) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  if (!PERMISSIVE.test(license)) throw new Error(`${name} ${version} is bundled; its licence is ${license}`);
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.(md|txt))?$/i.test(entry));
  const text = file === undefined ? undefined : readFileSync(join(folder, file), "utf8").trim();
  const carries = [...new Set(files.flatMap(carriedBy))].sort();
  return {
    name,
    version,
    license,
    author: author?.name ?? author ?? `the authors of ${name}`,
    text,
    carries,
  };
}

/** A package that names its licence but brings no text gets that of another. @param {Notice} bare @param {Notice[]} notices */
function borrowedText({ name, license, author }, notices) {
  const text = notices.find((other) => other.license === license && other.text !== undefined)?.text;
  if (text === undefined)
    throw new Error(`${name} is bundled, but nobody brings the text of its licence, ${license}`);
  return `Copyright (c) ${author}\n\n${text.replace(/^ *copyright .*\n/gim, "").trim()}`;
}

/** What a bundle of others holds: the paths of its modules say so. @param {string} file */
function carriedBy(file) {
  if (!existsSync(file)) return [];
  const paths = readFileSync(file, "utf8").matchAll(
    /node_modules\/\.pnpm\/((?:@[\w.-]+\+)?[\w.-]+)@(\d+\.\d+\.\d+[\w.-]*?)[_/(]/g,
  );
  return [...paths].map(([, name = "", version]) => `${name.replace("+", "/")} ${version}`);
}

/** @param {string} file as the bundler names it */
function pathOf(file) {
  return file.replace(/^\0/, "").replace(/\?.*$/, "");
}

/** The folder of the package a file of node_modules belongs to. @param {string} file */
function packageFolder(file) {
  const path = pathOf(file);
  const start = path.lastIndexOf(`${sep}node_modules${sep}`);
  if (start < 0) return undefined;
  for (let folder = dirname(path); folder.length > start + 14; folder = dirname(folder))
    if (existsSync(join(folder, "package.json")) && named(folder)) return folder;
  return undefined;
}

/** Packages put nameless package.json files into subfolders to set the module type. @param {string} folder */
function named(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version !== undefined;
}
