/** Finds where a text stops being JSON: what `JSON.parse` reports differs between versions of the engine. */

/** The first offence against JSON. Lines and columns count from 1, columns in characters. */
export interface JsonFault {
  line: number;
  column: number;
  /** Such as `expected "," or "}"`. */
  problem: string;
}

const DEEPEST = 500;

/** Where and why `text` is no JSON; undefined when it is. */
export function findJsonFault(text: string): JsonFault | undefined {
  let at = 0;
  let depth = 0;
  let problem: string | undefined;

  const skipSpace = () => {
    while (at < text.length && " \t\n\r".includes(text.charAt(at))) at++;
  };
  const fail = (expectation: string): false => {
    problem ??=
      at >= text.length ? `the file ends where ${expectation} was expected` : `expected ${expectation}`;
    return false;
  };
  const token = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at += found[0].length;
    return found !== null;
  };
  const string = (expectation: string): boolean => {
    if (text[at] !== '"') return fail(expectation);
    at++;
    for (;;) {
      const character = text.charAt(at);
      if (character < " ") return fail('the closing " of a string');
      if (character === "\\") {
        if (!token(/\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y)) return fail("a valid escape");
      } else at++;
      if (character === '"') return true;
    }
  };
  const list = (close: string, item: () => boolean): boolean => {
    if (++depth > DEEPEST) return fail("less nesting");
    at++;
    skipSpace();
    if (text[at] === close) {
      at++;
      depth--;
      return true;
    }
    for (;;) {
      skipSpace();
      if (!item()) return false;
      skipSpace();
      const next = text[at];
      if (next !== "," && next !== close) return fail(`"," or "${close}"`);
      at++;
      if (next !== close) continue;
      depth--;
      return true;
    }
  };
  const value = (): boolean => {
    skipSpace();
    if (text[at] === "{")
      return list("}", () => {
        if (!string("a key in double quotes")) return false;
        skipSpace();
        if (text[at] !== ":") return fail('":"');
        at++;
        return value();
      });
    if (text[at] === "[") return list("]", value);
    if (text[at] === '"') return string("a string");
    return token(/true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y) || fail("a value");
  };

  if (value()) {
    skipSpace();
    if (at === text.length) return undefined;
    problem = "expected the end of the file";
  }
  const before = text.slice(0, at).split("\n");
  return {
    line: before.length,
    column: Array.from(before.at(-1) ?? "").length + 1,
    problem: problem ?? "no JSON",
  };
}
