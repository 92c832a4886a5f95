/**
 * The mistakes of `test/red.json`, each of which breaks one promise of a protocol or a page and must turn its tests red.
 *
 * @typedef {{ file: string, find: string, replace: string }} Edit `find`: text that occurs exactly once in the file
 * @typedef {Edit & {
 *   line: string,
 *   tests: readonly string[],
 *   title: string,
 *   change: string,
 *   also?: readonly Edit[],
 * }} Entry `line`: the number of the promise, or the page of docs/ that makes it where promises have no numbers; `title`: as
 *   it stands in the test file, placeholders and all, without the numbers behind it; `change`: the mistake in plain words;
 *   `also`: where else the promise is kept, so that no single edit breaks it
 */
import { readFileSync } from "node:fs";

/** @returns {Entry[]} */
export function readEntries() {
  return JSON.parse(readFileSync(new URL("../../test/red.json", import.meta.url), "utf8"));
}

/** @param {Entry} entry @returns {Edit[]} */
export function editsOf(entry) {
  return [{ file: entry.file, find: entry.find, replace: entry.replace }, ...(entry.also ?? [])];
}

/**
 * @param {string} text
 * @param {Edit} edit
 * @returns {string | undefined} undefined when the text to be found does not occur exactly once
 */
export function edited(text, { find, replace }) {
  return text.split(find).length === 2 ? text.replace(find, () => replace) : undefined;
}

/** @param {string} line @returns {boolean} whether it is a page, whose promises have no numbers */
export function isPage(line) {
  return line.endsWith(".md");
}

/**
 * Matches the full names of the entry's tests: its title, behind which the numbers stand that the test holds.
 * @param {Pick<Entry, "line" | "title">} entry
 * @returns {string} a regular expression
 */
export function titlePattern({ line, title }) {
  const literal = title.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replace(/%[sdij]/g, ".*");
  if (isPage(line)) return `${literal}( \\[[^\\]]*\\])?$`;
  return `${literal} \\[([^\\]]* )?${line}( [^\\]]*)?\\]$`;
}
