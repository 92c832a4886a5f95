/** The project's own documents, as text. */
import { readdirSync, readFileSync } from "node:fs";

const root = new URL("../../", import.meta.url);

/** Every document that people read, by its path in the project. */
export function pages(): string[] {
  const folders = ["", "docs/", "examples/", "conformance/", "sdks/python/", "sdks/go/"];
  return folders.flatMap((folder) =>
    readdirSync(new URL(folder || ".", root))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}${name}`),
  );
}

/** Where a path of the project is. */
export function locate(path: string): URL {
  return new URL(path, root);
}

/** A file of the project. */
export function read(path: string): string {
  return readFileSync(locate(path), "utf8");
}

/** The text without its fenced blocks. */
export function prose(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```$/gm, "");
}
