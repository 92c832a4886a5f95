/** Completion of what stands behind the terminal's own commands. */
import type { ThinkingLevel } from "../llm/client.ts";
import type { CompletionItem, CompletionSources } from "./complete.ts";
import { listFolder } from "./complete-files.ts";

const LEVELS: readonly ThinkingLevel[] = ["off", "low", "medium", "high"];
const EXPORTS = [".md", ".html", ".jsonl"];

/** What fits behind the command; nothing for those that take anything. */
export async function completeArguments(
  command: string,
  typed: string,
  { workspace, models }: CompletionSources,
): Promise<CompletionItem[]> {
  if (command === "thinking") return whole(LEVELS.filter((level) => level.startsWith(typed)));
  if (command === "model") {
    const names = (await models()).filter((name) => name.toLowerCase().includes(typed.toLowerCase()));
    return whole(names.sort((a, b) => Number(b === typed) - Number(a === typed)));
  }
  if (command !== "export") return [];
  const folders = (await listFolder(typed, workspace)).filter((path) => path.endsWith("/"));
  return [
    ...whole(fileNames(typed)),
    // What is there already is not written over.
    ...folders.map((text) => ({ text, description: "" })),
  ];
}

/** The file names that the typed one may become. */
function fileNames(typed: string): string[] {
  const [, stem = "", dot] = /^(.*?)(\.[a-z]*)?$/i.exec(typed) ?? [];
  const isUnnamed = stem === "" || stem.endsWith("/");
  if (dot === undefined) return EXPORTS.map((end) => (isUnnamed ? `${stem}conversation` : stem) + end);
  return isUnnamed ? [] : EXPORTS.filter((end) => end.startsWith(dot)).map((end) => stem + end);
}

function whole(texts: readonly string[]): CompletionItem[] {
  return texts.map((text) => ({ text, description: "", runs: true }));
}
