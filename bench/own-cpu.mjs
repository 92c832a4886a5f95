/** What letscode itself takes for a prompt, by the length of the conversation. */

/** @typedef {import("./bench.mjs").Results["long"]} Long */

/**
 * Each conversation with the processor time in milliseconds that is letscode's own and how many times that of a new one
 * it is; null where it is not known.
 *
 * @param {Long} long
 */
export function ownCpu({ new_cpu_ms, conversations }) {
  return conversations.map((conversation) => {
    const { cpu_ms, in_one_cpu_ms } = conversation;
    if (!new_cpu_ms || !cpu_ms || !in_one_cpu_ms) return { ...conversation, own_ms: null, ratio: null };
    const sending = in_one_cpu_ms.median - new_cpu_ms.median;
    const own = cpu_ms.median - sending;
    return { ...conversation, own_ms: own, ratio: own / new_cpu_ms.median };
  });
}
