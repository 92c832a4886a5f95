/** What a document shows of other files, put in place after its markers. */
import { read } from "./pages.ts";

/** A marker with the paragraph and the fenced block that follow it, if they do. */
const MARKER = /^<!-- (transcript|file): (\S+) -->\n(?:(?:\n(?:[^\n#<`].*\n)+)?\n```[\s\S]*?\n```\n)?/gm;
const LIST = /^<!-- transcripts(: \S+)? -->\n(?:\n(?:- .*\n(?: {2}.*\n)*)+)?/m;

/**
 * The document as it should be: `<!-- file: PATH -->` is followed by that file in a fenced block,
 * `<!-- transcript: NAME -->` by the introduction of that transcript and the rest of it, `<!-- transcripts -->` by a list
 * of all that are in no folder, `<!-- transcripts: FOLDER -->` by those in that folder.
 */
export function embed(page: string, text: string, names: readonly string[]): string {
  const up = "../".repeat(page.split("/").length - 1);
  return text
    .replace(MARKER, (_all, kind: string, name: string) => (kind === "file" ? file(name) : transcript(name)))
    .replace(LIST, (_all, which = "") => `<!-- transcripts${which} -->\n\n${list(which.slice(2))}`);

  function list(wanted: string): string {
    return names
      .filter((name) => wanted === name.split("/").slice(0, -1).join("/"))
      .map((name) => item(name, up))
      .join("");
  }
}

function file(path: string): string {
  const language = path.slice(path.lastIndexOf(".") + 1).replace("mjs", "js");
  return `<!-- file: ${path} -->\n\n\`\`\`${language}\n${read(path)}\`\`\`\n`;
}

function transcript(name: string): string {
  const { introduction, steps } = parts(name);
  return `<!-- transcript: ${name} -->\n\n${introduction}\n\n\`\`\`text\n${steps}\`\`\`\n`;
}

function item(name: string, up: string): string {
  const sentence = parts(name)
    .introduction.replaceAll("\n", " ")
    .split(/(?<=\.) /, 1)[0];
  return `- [${name.slice(name.lastIndexOf("/") + 1)}](${up}conformance/transcripts/${name}.txt): ${sentence}\n`;
}

function parts(name: string): { introduction: string; steps: string } {
  const text = read(`conformance/transcripts/${name}.txt`);
  const end = text.indexOf("\n\n");
  return { introduction: text.slice(0, end), steps: text.slice(end + 2) };
}
