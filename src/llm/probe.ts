/** Asks whether a server of this machine is there, and what it has. */
import type { Clock } from "../clock.ts";
import { endpoint } from "./endpoint.ts";
import { fieldsOf, listOf, textOf } from "./fields.ts";
import type { HttpFetch } from "./http-fetch.ts";

/** How long a server has to say that it is there. */
const PROBE_MS = 300;
const LONGEST_LIST = 1024 * 1024;

/** What a probe needs. */
export interface ProbeOptions {
  fetch: HttpFetch;
  clock: Clock;
}

/**
 * The ids of the models that the server at `baseUrl` lists within 300 ms, without a key; undefined when it does not
 * answer so, whatever the reason.
 */
export async function probe(
  baseUrl: string,
  { fetch, clock }: ProbeOptions,
  signal: AbortSignal,
): Promise<string[] | undefined> {
  const end = new AbortController();
  const stop = () => end.abort();
  const cancel = clock.after(PROBE_MS, stop);
  signal.addEventListener("abort", stop, { once: true });
  try {
    const headers = { accept: "application/json" };
    const url = endpoint(baseUrl, "models");
    const answer = await fetch({ method: "GET", url, headers, signal: end.signal });
    let text = "";
    const decoder = new TextDecoder();
    for (let step = await answer.body.next(); !step.done; step = await answer.body.next()) {
      text += decoder.decode(step.value, { stream: true });
      if (text.length > LONGEST_LIST) break;
    }
    answer.release(true);
    if (answer.status !== 200) return undefined;
    const ids = listOf(fieldsOf(JSON.parse(text)).data).map((model) => textOf(fieldsOf(model).id));
    return ids.filter((id) => id !== "");
  } catch {
    return undefined;
  } finally {
    cancel();
    signal.removeEventListener("abort", stop);
  }
}
