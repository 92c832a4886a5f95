/** Colours, or none. */

/** How emphasis is written. Each takes a text and returns it so marked; line breaks are not crossed. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  italic(text: string): string;
  underline(text: string): string;
  inverse(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  blue(text: string): string;
  cyan(text: string): string;
}

/** The sixteen colours that a person's theme decides on, and attributes: a code to begin with and one to end with. */
const CODES: Readonly<Record<keyof Style, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  underline: [4, 24],
  inverse: [7, 27],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  cyan: [36, 39],
};

/** With `colours`, what terminals obey; without, every text as it is. */
export function createStyle(colours: boolean): Style {
  const style = {} as Record<keyof Style, (text: string) => string>;
  for (const [name, [on, off]] of Object.entries(CODES) as [keyof Style, readonly [number, number]][])
    style[name] = colours
      ? (text) =>
          text
            .split("\n")
            .map((line) => (line === "" ? "" : `\u001b[${on}m${line}\u001b[${off}m`))
            .join("\n")
      : (text) => text;
  return style;
}

/** Whether colours are wanted: NO_COLOR, unless it is empty, and a dumb terminal say no. */
export function wantsColours(environment: Readonly<Record<string, string | undefined>>): boolean {
  return !environment.NO_COLOR && environment.TERM !== "dumb";
}
