/** How the list of models looks. */
import { CATALOGUE_DATE } from "../llm/catalogue.ts";
import type { ListedKey, ListedModel, ListedProvider } from "../llm/model-listing.ts";
import { COMPATIBLE } from "../llm/providers.ts";

/** What stands behind a model's name, and how wide each column is; 80 columns in all. */
const NAME = 34;
const HEAD = row("", { context: "context", output: "output", abilities: "", prices: ["$ in", "$ out"] });

const END = `
Context and output are tokens; $ in and $ out are US dollars per million
tokens: list prices as of ${CATALOGUE_DATE}, or as configured. - is not known.
--model chooses one, and takes others of a provider too.
`;

/** The list for people, at most 80 columns wide but for long names. */
export function modelsText(providers: readonly ListedProvider[]): string {
  const groups = providers.map((provider, at) => {
    const lines = [heading(provider), ...provider.models.flatMap(modelLines)];
    // What has no models needs no room around it.
    const apart = at === 0 || provider.models.length > 0 || (providers[at - 1]?.models.length ?? 0) > 0;
    return `${apart ? "\n" : ""}${lines.join("\n")}\n`;
  });
  return `${HEAD}\n${groups.join("").replace(/^\n/, "")}${END}`;
}

/** The same for programs: a JSON array of models, one per line. What is not known is null. */
export function modelsJson(providers: readonly ListedProvider[]): string {
  const rows = providers.flatMap(({ name, models }) =>
    models.map(({ id, source, key, price, priceDate, ...model }) => ({
      id,
      provider: name,
      context_window: model.contextWindow ?? null,
      max_output_tokens: model.maxOutputTokens ?? null,
      images: model.images ?? null,
      thinking: model.thinking ?? null,
      price: price
        ? {
            input: price.input,
            output: price.output,
            cache_read: price.cacheRead ?? price.input,
            cache_write: price.cacheWrite ?? price.input,
            date: priceDate ?? null,
          }
        : null,
      key_variable: key?.variable ?? null,
      key_set: key?.set ?? false,
      source,
    })),
  );
  return `[\n${rows.map((one) => JSON.stringify(one)).join(",\n")}\n]\n`;
}

function heading({ name, description, key, baseUrl, baseUrlFrom, answers }: ListedProvider): string {
  const facts: string[] = [];
  if (name === COMPATIBLE && baseUrl === undefined) facts.push("any server, with --base-url URL");
  if (description !== undefined) facts.push(description);
  if (answers !== undefined) facts.push(`${answers ? "answers" : "nobody answers"} at ${shownUrl(baseUrl)}`);
  if (key && (key.set || answers === undefined)) facts.push(keyFact(key));
  if (baseUrlFrom !== undefined) facts.push(`${baseUrlFrom} is ${shownUrl(baseUrl)}`);
  return [name, ...wrapped(facts)].join("  ");
}

/** Facts in one line, or where that is too long each on a line of its own. */
function wrapped(facts: readonly string[]): string[] {
  const line = facts.join(", ");
  return line.length <= 58 ? [line] : [facts.join(",\n    ")];
}

function modelLines(model: ListedModel): string[] {
  const { contextWindow, maxOutputTokens, images, thinking, price } = model;
  const name = `  ${printable(model.id)}`;
  const described = [contextWindow, maxOutputTokens, images, thinking, price].some(
    (one) => one !== undefined && one !== null,
  );
  const figures = {
    context: tokens(contextWindow),
    output: tokens(maxOutputTokens),
    abilities: [images ? "images" : "", thinking ? "thinking" : ""].filter((one) => one !== "").join(" "),
    prices: [dollars(price?.input), dollars(price?.output)] as const,
  };
  const lines = !described ? [name] : name.length < NAME ? [row(name, figures)] : [name, row("", figures)];
  const own = model.source === "configuration" ? ownFacts(model) : "";
  return own === "" ? lines : [...lines, own];
}

function ownFacts({ key, baseUrl }: ListedModel): string {
  const facts = ["configured", ...(baseUrl === undefined ? [] : [`at ${shownUrl(baseUrl)}`])];
  if (key) facts.push(keyFact(key));
  return `    ${facts.join(", ")}`;
}

function keyFact({ variable, set }: ListedKey): string {
  return `${variable} is ${set ? "set" : "not set"}`;
}

function row(
  name: string,
  cells: { context: string; output: string; abilities: string; prices: readonly [string, string] },
): string {
  const [input, output] = cells.prices;
  const line = `${name.padEnd(NAME)}${cells.context.padStart(7)}${cells.output.padStart(7)}  ${cells.abilities.padEnd(15)}${input.padStart(7)}${output.padStart(8)}`;
  return line.trimEnd();
}

function tokens(count: number | null | undefined): string {
  if (count === null || count === undefined) return "-";
  if (count >= 1e6) return `${Number((count / 1e6).toFixed(2))}M`;
  return count >= 1000 ? `${Math.round(count / 1000)}k` : `${count}`;
}

/** At least two digits behind the point, and as many as there are up to four. */
function dollars(price: number | undefined): string {
  if (price === undefined) return "-";
  const digits = String(price).split(".")[1]?.length ?? 0;
  return price.toFixed(Math.min(Math.max(digits, 2), 4));
}

/** Without names, passwords and queries: they may be keys. */
function shownUrl(url = ""): string {
  if (!URL.canParse(url)) return "no address";
  const { origin, pathname } = new URL(url);
  return printable(`${origin}${pathname.replace(/\/$/, "")}`);
}

/** Names that servers gave may hold anything. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "");
}
