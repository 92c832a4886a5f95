/** Tool names as every provider takes them; hosts and plugins may name their tools more freely. */

const ACCEPTED = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const LONGEST_KEPT = 54;

/**
 * The name under which a provider is told of a tool: the name itself, or one made of it that begins with a letter or
 * `_`, holds letters, digits, `_` and `-`, and has at most 64 characters. The same name always makes the same one.
 */
export function wireToolName(name: string): string {
  if (ACCEPTED.test(name)) return name;
  const kept = name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, LONGEST_KEPT);
  return `${/^[A-Za-z_]/.test(kept) ? "" : "_"}${kept}_${hash(name)}`;
}

/** The offered tool that a model means by a name on the wire; the name as it is when it means none. */
export function offeredToolName(name: string, offered: readonly string[]): string {
  if (offered.includes(name)) return name;
  return offered.find((one) => wireToolName(one) === name) ?? name;
}

/** Eight hex digits (FNV-1a), so that names which lose the same characters stay apart. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return value.toString(16).padStart(8, "0");
}
