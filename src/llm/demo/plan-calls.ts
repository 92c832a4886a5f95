/** What the demo looks at for a plain prompt. It only ever reads. */
import type { Conversation } from "./conversation.ts";
import { namesIn, textOfResult } from "./findings.ts";
import { isFolderPath, isTextName, pathWords } from "./path-words.ts";

/** A call to be made. */
export interface PlannedCall {
  name: "read" | "ls";
  path: string;
}

/** The next calls, none when it is time to answer, and the sentence that goes before them or stands in their place. */
export interface Plan {
  calls: PlannedCall[];
  why: string;
}

/** Paths the prompt names are read, all at once; where it names none, the folder is listed and then one file is read. */
export function planCalls(conversation: Conversation, offered: ReadonlySet<string>): Plan {
  if (conversation.answers === 0) return firstCalls(conversation, offered);
  const file = conversation.answers === 1 && offered.has("read") ? fileToRead(conversation) : undefined;
  if (file === undefined) return { calls: [], why: "" };
  return { calls: [{ name: "read", path: file }], why: `I read ${file}, to see more than names.` };
}

function firstCalls({ prompt, steers }: Conversation, offered: ReadonlySet<string>): Plan {
  const paths = pathWords(steers.length > 0 ? steers.join("\n") : prompt);
  if (paths.length === 0) {
    if (steers.length > 0) return { calls: [], why: "" };
    if (!offered.has("ls"))
      return { calls: [], why: "Your message names no file, and I am not offered the tool ls." };
    return {
      calls: [{ name: "ls", path: "." }],
      why: "Your message names no file, so I list this folder first.",
    };
  }
  const wanted = paths.map((path): PlannedCall => ({ name: isFolderPath(path) ? "ls" : "read", path }));
  const calls = wanted.filter(({ name }) => offered.has(name));
  const named = `Your message names ${paths.join(", ")}`;
  if (calls.length === 0)
    return { calls, why: `${named}, and I am not offered the tool ${wanted[0]?.name}.` };
  return { calls, why: `${named}, so I look there first.` };
}

/** After a folder was listed: its README, else its first text file. */
function fileToRead({ lastCalls }: Conversation): string | undefined {
  const [only, ...others] = lastCalls;
  if (only === undefined || others.length > 0 || only.call.name !== "ls" || only.result.is_error)
    return undefined;
  const names = namesIn(textOfResult(only.result)).filter((name) => !name.endsWith("/"));
  const name = names.find((name) => /^readme(\.|$)/i.test(name)) ?? names.find(isTextName);
  const folder = String(only.call.arguments.path ?? ".");
  if (name === undefined || folder === ".") return name;
  return folder.endsWith("/") ? `${folder}${name}` : `${folder}/${name}`;
}
