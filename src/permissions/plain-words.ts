/** The words of a simple command line. */

/** A part of a word: characters that mean nothing to a shell, or a quoted text in which nothing is replaced. */
const PART = /[A-Za-z0-9_@%+=:,./-]+|'[^'\p{Cc}]*'|"[^"$`\\!\p{Cc}]*"/uy;
const BLANKS = /[ \t]*/y;

/**
 * The words of a command that is one program with its arguments, quotes removed. Undefined for all else: whatever a
 * shell would do more with than run the program (operators, substitutions, redirections, patterns, escapes, comments, a
 * line break), and whatever it is not certain about. What comes back is what `bash -c` would run, to the letter.
 */
export function plainWords(command: string): string[] | undefined {
  const words: string[] = [];
  for (let at = skip(BLANKS, command, 0); at < command.length; at = skip(BLANKS, command, at)) {
    const from = at;
    let word = "";
    for (let end = skip(PART, command, at); end > at; end = skip(PART, command, at)) {
      const part = command.slice(at, end);
      word += /^['"]/.test(part) ? part.slice(1, -1) : part;
      at = end;
    }
    if (at === from) return undefined;
    words.push(word);
  }
  return words.length > 0 ? words : undefined;
}

/** Where a match that begins at `from` ends; `from` itself when there is none. */
function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}
