/** Putting what was typed behind a command's name into its template. */

/** Placeholders of a template. `$10` and other names are none, and stay as they are. */
const PLACEHOLDER = /\$(\$|@|ARGUMENTS(?!\w)|[1-9](?!\d))/g;

/**
 * The template with its placeholders replaced, in one pass: nothing in the arguments is ever taken for a placeholder.
 * `$ARGUMENTS` is what was typed; `$1` to `$9` are its words, empty where there are fewer; `$@` is all words with one blank
 * between them; `$$` is a dollar. Arguments of a template without any of them follow it after a blank line.
 */
export function expandArguments(template: string, args: string): string {
  const typed = args.trim();
  const words = splitWords(typed);
  let placed = false;
  const text = template.replace(PLACEHOLDER, (_, what: string) => {
    if (what === "$") return "$";
    placed = true;
    if (what === "ARGUMENTS") return typed;
    return what === "@" ? words.join(" ") : (words[Number(what) - 1] ?? "");
  });
  return placed ? text : withArguments(text, typed);
}

/** The text, and the arguments after a blank line when there are any. */
export function withArguments(text: string, args: string): string {
  return args.trim() === "" ? text : `${text}\n\n${args.trim()}`;
}

/** Words between blanks. A quote that begins one and a like quote that ends it group them; other quotes are letters. */
export function splitWords(text: string): string[] {
  return Array.from(
    text.matchAll(/"([^"]*)"(?!\S)|'([^']*)'(?!\S)|\S+/g),
    ([word, double, single]) => double ?? single ?? word,
  );
}
