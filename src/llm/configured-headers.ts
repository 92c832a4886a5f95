/** Headers from configuration, in which `$NAME` stands for a variable: no key has to be written into a file. */
import { UsageError } from "../errors.ts";
import { isHeaderValue } from "./sendable.ts";

/** Headers by name. In a value `$NAME` is the value of that variable, and `$$` a dollar sign. */
export type HeaderTexts = Readonly<Record<string, string>>;

const REFERENCE = /\$(\$|[A-Za-z_][A-Za-z0-9_]*)/g;

/** The variables that these headers take values from: what they hold counts as a key. */
export function headerVariables(headers: HeaderTexts = {}): string[] {
  return Object.values(headers).flatMap((text) =>
    [...text.matchAll(REFERENCE)].flatMap(([, name = "$"]) => (name === "$" ? [] : [name])),
  );
}

/**
 * The headers as they are sent, in lower case. Throws a UsageError, which shows no value, for a variable that is not set
 * and for a value that no header can have.
 */
export function resolveHeaders(
  headers: HeaderTexts,
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const entries = Object.entries(headers).map(([name, text]) => {
    const value = text.replace(REFERENCE, (_, variable: string) => {
      if (variable === "$") return "$";
      const found = environment[variable]?.trim();
      if (!found)
        throw new UsageError(
          `the configured header ${name} needs the variable ${variable}, which is not set;\nset it, or remove the header`,
        );
      return found;
    });
    if (!isHeaderValue(value))
      throw new UsageError(
        `the value of the configured header ${name} holds characters that no header has;\nwrite it in printable ASCII`,
      );
    return [name.toLowerCase(), value] as const;
  });
  return Object.fromEntries(entries);
}
