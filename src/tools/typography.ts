/** Characters that look alike and that models mix up. Each replacement keeps the length of the text. */

/** Every kind of space as a plain one. */
export function plainBlanks(text: string): string {
  return text.replace(/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g, " ");
}

/** Curly quotes and primes as straight ones. */
export function plainQuotes(text: string): string {
  return text.replace(/[\u2018-\u201b\u2032]/g, "'").replace(/[\u201c-\u201f\u2033]/g, '"');
}

/** Hyphens, dashes and the minus sign as `-`. */
export function plainDashes(text: string): string {
  return text.replace(/[\u2010-\u2015\u2212]/g, "-");
}
