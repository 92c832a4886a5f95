/** What each line of a unified diff is. */

/** A line, without its end. */
export interface DiffLine {
  kind: "added" | "removed" | "same" | "hunk" | "file";
  text: string;
}

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/**
 * The lines of a diff. A hunk says how many lines it has, so that a removed line `-- x`, which reads `--- x`, is no
 * file's name.
 */
export function diffLines(diff: string): DiffLine[] {
  let [old, now] = [0, 0];
  return diff.split("\n").map((text) => {
    const hunk = HUNK.exec(text);
    if (hunk) {
      [old, now] = [Number(hunk[1] ?? 1), Number(hunk[2] ?? 1)];
      return { kind: "hunk", text };
    }
    if (old <= 0 && now <= 0) return { kind: text.startsWith("\\") ? "same" : "file", text };
    if (text.startsWith("+")) {
      now--;
      return { kind: "added", text };
    }
    if (text.startsWith("-")) {
      old--;
      return { kind: "removed", text };
    }
    if (!text.startsWith("\\")) {
      old--;
      now--;
    }
    return { kind: "same", text };
  });
}

/** How many lines a diff adds and removes. */
export function diffCounts(diff: string): { added: number; removed: number } {
  const lines = diffLines(diff);
  const count = (kind: DiffLine["kind"]) => lines.filter((line) => line.kind === kind).length;
  return { added: count("added"), removed: count("removed") };
}
