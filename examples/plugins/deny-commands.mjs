/**
 * A policy: some commands are never run, whatever the permission mode says.
 *
 *     letscode --plugin examples/plugins/deny-commands.mjs
 *
 * It stops accidents and is no sandbox: who wants to can hide a command in a script.
 */

/** Each looks at one command, as its program and the words behind it, and says why it is denied. */
const RULES = [
  (program, words) =>
    program === "rm" &&
    hasOption(words, "r", "R", "--recursive") &&
    hasOption(words, "f", "--force") &&
    "rm -rf is not allowed here; delete what you mean by its name",
  (program, words) =>
    program === "git" &&
    words.includes("push") &&
    (hasOption(words, "f", "--force") || words.some((word) => /^\+./.test(word))) &&
    "forced pushes are not allowed here; push to a new branch",
  (program) => /^mkfs(\.|$)/.test(program) && `${program} is not allowed here`,
];
/** What runs the command that stands behind it, and what stands before a command in a script. */
const PREFIXES = (
  "sudo doas env command exec nohup nice time timeout xargs find sh bash dash zsh eval " +
  "if then elif else while until do ! {"
).split(" ");

export function letscode_before_tool_call({ name, arguments: { command } }) {
  if (name !== "bash") return undefined;
  const reason = candidates(command)
    .flatMap(([program = "", ...words]) => RULES.map((rule) => rule(program.split("/").at(-1), words)))
    .find(Boolean);
  return reason ? { deny: reason } : undefined;
}

/**
 * Everything that may be run as a command, as lists of words. Quotes are not looked at, so this errs on the side of no: a `;`
 * between quotes ends a command too.
 */
function candidates(script) {
  return script.split(/[;&|()`\n]/).flatMap((part) => {
    const words = part
      .replace(/["'\\]/g, "")
      .split(/\s+/)
      .filter((word) => word !== "" && !/^\w+=/.test(word));
    return PREFIXES.includes(words[0]?.split("/").at(-1)) ? words.map((_, at) => words.slice(at)) : [words];
  });
}

/** `-rf` has the options `r` and `f`; `--force` is a word of its own. */
function hasOption(words, ...options) {
  return words.some((word) =>
    options.some((option) =>
      option.startsWith("--") ? word === option : /^-[A-Za-z]+$/.test(word) && word.includes(option),
    ),
  );
}
