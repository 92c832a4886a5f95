/** Images that come into the draft: pasted as the path of a file, or taken from the clipboard. */
import { errorText } from "../errors.ts";
import type { Part } from "./draft-parts.ts";
import type { Key } from "./keys.ts";
import { isControl, isKey } from "./panel.ts";
import { pastedPaths } from "./pasted-paths.ts";
import type { Clipboard } from "./port.ts";
import type { Typing } from "./typing.ts";

/** Where images go, and where they come from. */
export interface AttachingOptions {
  typing: Typing;
  /** What the clipboard holds; rejects with words for people when that cannot be known. */
  clipboard(signal: AbortSignal): Promise<Clipboard>;
  note(text: string): void;
  /** Takes a key that has waited. */
  key(key: Key): void;
  onChange(): void;
}

/** Keys that are typed while an image is read wait for it, so that all stands in the order in which it was typed. */
export class Attaching {
  readonly #options: AttachingOptions;
  #waiting: Key[] = [];
  #reading: AbortController | undefined;

  constructor(options: AttachingOptions) {
    this.#options = options;
  }

  /** Whether keys wait now. */
  get isReading(): boolean {
    return this.#reading !== undefined;
  }

  /** Goes on without the image; false when there was none to wait for. */
  cancel(): boolean {
    this.#reading?.abort();
    return this.isReading;
  }

  /** Takes a key that brings an image or waits for one; true when it was one. */
  takes(key: Key): boolean {
    if (this.#reading) {
      if (isKey(key, "escape")) this.cancel();
      else this.#waiting.push(key);
      return true;
    }
    const isAltV = key.type === "key" && key.alt && !key.ctrl && key.name === "v";
    if (isControl(key, "v") || isAltV) void this.#read((signal) => this.#fromClipboard(signal));
    else if (key.type === "paste" && pastedPaths(key.text).length > 0)
      void this.#read((signal) => this.#paste(key.text, signal));
    else return false;
    return true;
  }

  async #read(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { note, key, onChange } = this.#options;
    const reading = new AbortController();
    this.#reading = reading;
    const { signal } = reading;
    const left = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    try {
      await Promise.race([work(signal), left]);
    } catch (thrown) {
      if (!signal.aborted) note(errorText(thrown));
    }
    this.#reading = undefined;
    for (const one of this.#waiting.splice(0)) key(one);
    onChange();
  }

  async #fromClipboard(signal: AbortSignal): Promise<void> {
    const { clipboard, typing } = this.#options;
    const held = await clipboard(signal);
    if (signal.aborted) return;
    if (held.type === "text") return this.#paste(held.text, signal);
    const { imagePart } = await import("./read-images.ts");
    if (signal.aborted) return;
    await this.#add(typing.editor.cursor, [imagePart(held.bytes, "clipboard")], signal);
  }

  /** The text is there at once; images take its place, which can be undone. */
  async #paste(text: string, signal: AbortSignal): Promise<void> {
    const { typing } = this.#options;
    const from = typing.editor.cursor;
    typing.key({ type: "paste", text });
    const lists = pastedPaths(text);
    if (lists.length === 0) return;
    const { readImages } = await import("./read-images.ts");
    const images = await readImages(lists);
    if (images && !signal.aborted) await this.#add(from, images, signal);
  }

  async #add(from: number, images: readonly Extract<Part, { type: "image" }>[], signal: AbortSignal) {
    const { typing } = this.#options;
    const { imageProblem } = await import("./read-images.ts");
    if (signal.aborted) return;
    const problem = imageProblem({ ...typing.prompt, text: "-" }, images);
    if (problem !== undefined) throw new Error(problem);
    typing.attach(from, images);
  }
}
