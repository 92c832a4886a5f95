/** The results of a turn's calls as parts. */
import type { ImageBlock, JsonObject, ToolResultMessage, UserContent } from "../../wire/messages.ts";
import type { Target } from "../dialect.ts";
import { isThirdGeneration } from "./generation.ts";
import type { SentCall } from "./model-parts.ts";
import { canSee, imagePart, isBlank, textPart, unseen } from "./parts.ts";

/** The formats a result itself may hold; the user may show more. */
const IN_RESULTS = ["image/png", "image/jpeg", "image/webp"];

/** A call and its result, if there is one. */
interface Answered {
  call: SentCall;
  result: ToolResultMessage | undefined;
}

/**
 * One response per call, in their order, and the images that go into a content of their own: those of all results
 * before the third generation, later only formats that a result cannot hold.
 */
export function resultParts(answered: readonly Answered[], { model, quirks }: Target) {
  const inResult = (image: ImageBlock) => isThirdGeneration(model) && IN_RESULTS.includes(image.mime_type);
  const images: ImageBlock[] = [];
  const responses = answered.map(({ call, result }): JsonObject => {
    const content = result?.content ?? [];
    const seen = content.filter((block) => block.type === "image").filter((image) => canSee(image, quirks));
    const held = seen.filter(inResult);
    const shown = seen.filter((image) => !inResult(image));
    images.push(...shown);
    const text = content.map((block) => said(block, seen, quirks)).filter((one) => !isBlank(one));
    const output = text.join("\n") || emptied(result, held.length, shown.length);
    return {
      functionResponse: {
        ...(call.id === undefined ? {} : { id: call.id }),
        name: call.name,
        response: result?.is_error === false ? { output } : { error: output },
        ...(held.length === 0 ? {} : { parts: held.map(imagePart) }),
      },
    };
  });
  const note = images.length === 0 ? [] : [textPart("The images of these tool results:")];
  return { responses, images: [...note, ...images.map(imagePart)] };
}

function said(block: UserContent, seen: readonly ImageBlock[], quirks: Target["quirks"]): string {
  if (block.type === "text") return block.text;
  return seen.includes(block) ? "" : unseen(block, quirks);
}

function emptied(result: ToolResultMessage | undefined, held: number, shown: number): string {
  if (result === undefined) return "Interrupted before a result was known; it may or may not have run.";
  if (shown > 0) return "(an image; it follows)";
  return held > 0 ? "(an image)" : "(no output)";
}
