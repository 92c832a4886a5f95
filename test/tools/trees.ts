/** Small random trees with ignore files, in a few names so that rules hit. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";

/** Files by their paths; a path that needs a file to be a folder is left out. */
export type Tree = Record<string, string | Uint8Array>;

const name = fc.constantFrom("a", "b", "keep", "x.log", "keep.log", ".env", "a b", "-rf");
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));

const piece = fc.constantFrom("*", "?", "a", "b", "keep", "x", ".log", "*.log", "[a-k]*", "[!a]", "-rf");
const segment = fc.oneof(
  { weight: 4, arbitrary: fc.array(piece, { minLength: 1, maxLength: 2 }).map((pieces) => pieces.join("")) },
  { weight: 1, arbitrary: fc.constant("**") },
);
/** One line of a `.gitignore`. */
const rule = fc
  .tuple(
    fc.constantFrom("", "", "!"),
    fc.constantFrom("", "", "/"),
    fc.array(segment, { minLength: 1, maxLength: 3 }),
    fc.constantFrom("", "", "/"),
    fc.constantFrom("", "", " ", "\r"),
  )
  .map(([not, anchor, segments, folder, end]) => not + anchor + segments.join("/") + folder + end);

const ignoreFile = fc.array(fc.oneof({ weight: 6, arbitrary: rule }, fc.constantFrom("# a", "", "\\#x")), {
  minLength: 1,
  maxLength: 4,
});

/** Trees with `.gitignore` files, some with a repository inside. */
export function trees(content: fc.Arbitrary<string>, nested: boolean): fc.Arbitrary<Tree> {
  return fc
    .record({
      files: fc.array(fc.tuple(path, content), { minLength: 1, maxLength: 12 }),
      ignores: fc.array(fc.tuple(fc.constantFrom("", "a/", "a/b/", "keep/"), ignoreFile), { maxLength: 3 }),
      repositories: nested ? fc.subarray(["a/", "keep/", "b/a/"]) : fc.constant([] as string[]),
    })
    .map(({ files, ignores, repositories }) =>
      withoutConflicts([
        ...ignores.map(([folder, lines]): [string, string] => [`${folder}.gitignore`, lines.join("\n")]),
        ...repositories.map((folder): [string, string] => [`${folder}.git/HEAD`, "ref: refs/heads/main\n"]),
        ...files,
      ]),
    );
}

function withoutConflicts(files: readonly [string, string][]): Tree {
  const tree: Tree = {};
  const folders = new Set<string>();
  for (const [file, content] of files) {
    const above = file.split("/").map((_, index, names) => names.slice(0, index).join("/"));
    if (folders.has(file) || above.some((folder) => folder in tree)) continue;
    for (const folder of above) folders.add(folder);
    tree[file] = content;
  }
  return tree;
}

/** Writes a tree into an existing folder. */
export function plant(folder: string, tree: Tree): void {
  for (const [file, content] of Object.entries(tree)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
}
