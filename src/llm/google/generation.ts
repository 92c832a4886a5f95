/** Which Gemini a model is: what it wants and takes differs by generation. */

/** The one whose models aliases such as `gemini-flash-latest` stand for. */
const LATEST = 3;

/** Such as 2.5 for `gemini-2.5-pro`; undefined for a model that is no Gemini or does not say. */
export function generationOf(model: string): number | undefined {
  const name = model.slice(model.lastIndexOf("/") + 1);
  const version = /^gemini-(\d+(?:\.\d+)?)(?!\d)/.exec(name)?.[1];
  if (version !== undefined) return Number(version);
  return /^gemini-.*latest$/.test(name) ? LATEST : undefined;
}

/** Whether it is of the third generation or later: it wants its signatures back, and sees images in results. */
export function isThirdGeneration(model: string): boolean {
  return (generationOf(model) ?? 0) >= 3;
}
