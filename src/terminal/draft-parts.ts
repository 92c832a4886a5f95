/** What stands in a draft for more than it shows: long pastes, and images. */
import { byteCount } from "../tools/byte-count.ts";
import type { ImageBlock, UserContent } from "../wire/messages.ts";
import { fitted, harmlessLine } from "./text-cells.ts";

/** A text that is too long to be shown, or an image with the name that it is shown by. */
export type Part = { type: "paste"; text: string } | { type: "image"; name: string; image: ImageBlock };

/** A text in which one character of a private area stands for each part: it moves and goes as one. */
export interface MarkedText {
  text: string;
  /** Only ever added to, so that a mark means the same in every older text. */
  parts: readonly Part[];
}

/** What is said: pastes in full, images by their labels in the text and one after the other behind it. */
export interface Prompt {
  text: string;
  images: readonly ImageBlock[];
}

const FIRST = 0x100000;
const MARKS = /[\u{100000}-\u{10fffd}]/gu;
const LONGEST_NAME = 40;
const LABELS = /\[image \d+: ([^[\]]*), [^,[\]]*\]/g;

/** The character that stands for the part with this index. */
export function markOf(index: number): string {
  return String.fromCodePoint(FIRST + index);
}

/** A text that stands for nothing but itself. */
export function withoutMarks(text: string): string {
  return text.replace(MARKS, "");
}

/** Whether it is a mark. */
export function isMark(character: string): boolean {
  return (character.codePointAt(0) ?? 0) >= FIRST;
}

/** What is shown: pastes by their size, images by their labels. No mark becomes a line break. */
export function shownText(marked: MarkedText): string {
  return replaced(marked, (text) => `[paste of ${text.replace(/\n$/, "").split("\n").length} lines]`);
}

/** What is sent. */
export function promptOf(marked: MarkedText): Prompt {
  const images: ImageBlock[] = [];
  for (const [mark] of marked.text.matchAll(MARKS)) {
    const part = partOf(mark, marked.parts);
    if (part?.type === "image") images.push(part.image);
  }
  return { text: replaced(marked, (text) => text), images };
}

/** What was sent, as a marked text again. Images whose label is no longer in the text are gone. */
export function markedPrompt({ text, images }: Prompt, before: readonly Part[]): MarkedText {
  const parts = [...before];
  let marked = withoutMarks(text);
  for (const [at, image] of images.entries()) {
    let index = parts.findIndex((part) => part.type === "image" && part.image.data === image.data);
    if (index < 0) index = parts.push({ type: "image", name: "image", image }) - 1;
    const part = parts[index];
    if (part?.type === "image") marked = marked.replace(labelOf(part, at + 1), () => markOf(index));
  }
  for (const [index, part] of before.entries())
    if (part.type === "paste") marked = marked.replace(part.text, () => markOf(index));
  return { text: marked, parts };
}

/** The text of a prompt for a time when its images are gone. */
export function textAlone({ text, images }: Prompt): string {
  return images.length === 0 ? text : text.replace(LABELS, "[image gone: $1]");
}

/** The prompt that a message was. */
export function promptIn(content: readonly UserContent[]): Prompt {
  return {
    text: content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n"),
    images: content.filter((block) => block.type === "image"),
  };
}

function replaced({ text, parts }: MarkedText, paste: (text: string) => string): string {
  let images = 0;
  return text.replace(MARKS, (mark) => {
    const part = partOf(mark, parts);
    if (!part) return "";
    return part.type === "paste" ? paste(part.text) : labelOf(part, ++images);
  });
}

function partOf(mark: string, parts: readonly Part[]): Part | undefined {
  return parts[(mark.codePointAt(0) ?? 0) - FIRST];
}

function labelOf({ name, image }: Extract<Part, { type: "image" }>, number: number): string {
  const bytes = Math.floor((image.data.replace(/=+$/, "").length * 3) / 4);
  const shown = fitted(harmlessLine(withoutMarks(name)).replace(/[[\]]/g, "_"), LONGEST_NAME);
  return `[image ${number}: ${shown}, ${byteCount(bytes).replace(".0 ", " ")}]`;
}
