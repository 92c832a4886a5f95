/** Who else's work is in the build: collected while bundling, from what was really bundled. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";

/** @typedef {{ name: string, version: string, license: string, author: string, text: string | undefined }} Notice */

/**
 * The notices of the packages that own these modules, by name. A licence that does not simply let us ship the
 * package is an error: nobody may bundle it by accident.
 * @param {Iterable<string>} modules paths of bundled files
 * @returns {Notice[]}
 */
export function noticesFor(modules) {
  const folders = new Set([...modules].flatMap((file) => packageFolder(file) ?? []));
  const notices = [...folders].map(notice).sort((a, b) => (a.name + a.version < b.name + b.version ? -1 : 1));
  return notices.map((one) => ({ ...one, text: one.text ?? borrowedText(one, notices) }));
}

/**
 * @param {readonly Notice[]} notices
 * @returns {string} the file that is shipped
 */
export function noticesText(notices) {
  const rule = "-".repeat(80);
  const entries = notices.map(
    ({ name, version, license, text }) => `${rule}\n${name} ${version} (${license})\n${rule}\n\n${text}\n`,
  );
  return ["letscode contains the following third-party software.\n", ...entries].join("\n");
}

const PERMISSIVE = /^(MIT|ISC|BSD-[23]-Clause|Apache-2\.0|0BSD|BlueOak-1\.0\.0|Unlicense|CC0-1\.0)$/;

/** @param {string} folder @returns {Notice} */
function notice(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  if (!PERMISSIVE.test(license)) throw new Error(`${name} ${version} is bundled; its licence is ${license}`);
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.(md|txt))?$/i.test(entry));
  const text = file === undefined ? undefined : readFileSync(join(folder, file), "utf8").trim();
  return { name, version, license, author: author?.name ?? author ?? `the authors of ${name}`, text };
}

/** A package that names its licence but brings no text gets that of another. @param {Notice} bare @param {Notice[]} notices */
function borrowedText({ name, license, author }, notices) {
  const text = notices.find((other) => other.license === license && other.text !== undefined)?.text;
  if (text === undefined)
    throw new Error(`${name} is bundled, but nobody brings the text of its licence, ${license}`);
  return `Copyright (c) ${author}\n\n${text.replace(/^ *copyright .*\n/gim, "").trim()}`;
}

/** The folder of the package a file of node_modules belongs to. @param {string} file */
function packageFolder(file) {
  const path = file.replace(/^\0/, "").replace(/\?.*$/, "");
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
