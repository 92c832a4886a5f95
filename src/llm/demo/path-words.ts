/** Which words of a prompt look like paths. */

const MOST = 3;
const LONGEST = 300;
const EXTENSIONS =
  /\.(?:[cm]?[jt]sx?|jsonc?|json5|md|mdx|rst|txt|py|pyi|ipynb|go|rs|java|kts?|scala|c|cc|cpp|h|hpp|cs|fs|rb|php|swift|lua|pl|r|jl|ex|exs|erl|hs|ml|clj|dart|zig|vue|svelte|sh|bash|zsh|fish|ps1|bat|ya?ml|toml|ini|cfg|conf|env|xml|html?|css|scss|less|sql|csv|tsv|log|lock|proto|graphql|tf|gradle|svg|png|jpe?g|gif|webp)$/i;
const PLAIN_NAMES =
  /^(?:readme|license|licence|changelog|contributing|makefile|dockerfile|gemfile|rakefile|procfile|jenkinsfile|justfile)$/i;
const FOLDERS =
  /^(?:src|lib|libs|test|tests|doc|docs|app|apps|bin|cmd|pkg|packages|examples?|scripts?|tools|internal|public)\//;
/** Products, not files: `Node.js`. */
const PRODUCT = /^[A-Z][a-z]+\.js$/;

/**
 * Up to three different words of the text that look like paths, in order, without quotes, `@` or line numbers; what
 * stands in backticks is one word.
 */
export function pathWords(text: string): string[] {
  const words = (text.match(/`[^`\n]+`|\S+/g) ?? []).filter((word) => word.length <= LONGEST);
  return [...new Set(words.map(bare).filter(isPath))].slice(0, MOST);
}

/** Whether the path can only be a folder's. */
export function isFolderPath(path: string): boolean {
  return path === "." || path === ".." || path.endsWith("/");
}

/** Whether a file of this name holds text, as far as a name can tell. */
export function isTextName(name: string): boolean {
  return PLAIN_NAMES.test(name) || (EXTENSIONS.test(name) && !/\.(?:png|jpe?g|gif|webp|lock)$/i.test(name));
}

function bare(word: string): string {
  return word
    .replace(/^[([{<"'`“‘«*@]+/, "")
    .replace(/(?:[)\]}>"'`”’»*,;:!?…]|(?<=[^./])\.)+$/, "")
    .replace(/(?::\d+){1,2}$/, "");
}

function isPath(word: string): boolean {
  if (word.includes("://") || /[^/]@/.test(word) || PRODUCT.test(word)) return false;
  if (/^(?:\.{1,2}|~)?\/./.test(word) || word === "./" || word === "../") return true;
  const name = word.slice(word.lastIndexOf("/") + 1);
  if (/^\.[a-z][\w.-]*$/i.test(name)) return true;
  if (PLAIN_NAMES.test(name)) return name !== name.toLowerCase() || word.includes("/");
  return /[\p{L}\p{N}_\])]\.\w+$/u.test(name)
    ? EXTENSIONS.test(name)
    : FOLDERS.test(word) || /^[\w.-]+\/$/.test(word);
}
