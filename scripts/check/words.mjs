/** What no file of the project may say or be: it speaks of itself only, and in files that can be read in one go. */

export const MAX_LINES = 300;

/** @type {readonly (readonly [pattern: RegExp, reason: string])[]} */
const UNWANTED = [
  [
    /\b(issue|ticket|bug|fixes|closes|gh|pr|pull request)[ -]?#?\d+\b/i,
    "tell the symptom and the cause, not a number",
  ],
  [/\((see )?#\d+\)/i, "tell the symptom and the cause, not a number"],
  [/\b(TODO|FIXME|XXX|HACK)\b/, "do it, or leave it"],
  [/\/work\/(main|shared)\b|\/tmp\/brief/, "the place where it was written is no part of it"],
  [/\b(public-reports|copilot-compat\.md)\b/, "point to what is in the project"],
  [/\bthe (brief|lead|orchestrator|assignment)\b/i, "say what holds, not who wanted it"],
  [
    /\bas (requested|instructed)\b|\bper (your|the) (request|instructions)\b/i,
    "say what holds, not who wanted it",
  ],
  [/\b(the user|you) asked (me|us) to\b|\bas an AI\b/i, "say what holds, not who wanted it"],
  [
    /\bco-authored-by:|\bgenerated (with|by) (claude|copilot|chatgpt|an? (ai|llm))\b/i,
    "the project has contributors",
  ],
];

/**
 * @param {string} file its path, for the sentences
 * @param {string} text
 * @returns {string[]} one sentence for each line that should read differently
 */
export function unwantedWords(file, text) {
  return text.split("\n").flatMap((line, index) =>
    UNWANTED.flatMap(([pattern, reason]) => {
      const found = pattern.exec(line);
      return found ? [`${file}:${index + 1}: “${found[0]}”: ${reason}`] : [];
    }),
  );
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {string[]} a sentence when the file is longer than a file should be
 */
export function tooLong(file, text) {
  const lines = text.replace(/\n$/, "").split("\n").length;
  return lines > MAX_LINES ? [`${file}: ${lines} lines, at most ${MAX_LINES}: it holds two things`] : [];
}
