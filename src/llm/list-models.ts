/** Which models a server offers. */
import type { Dialect } from "./dialect.ts";
import { endpoint } from "./endpoint.ts";
import type { Exchange } from "./exchange.ts";
import { type Callee, noModelFailure, statusFailure } from "./provider-failure.ts";

const LONGEST_LIST = 4 * 1024 * 1024;

/** The id of the first model that GET {base}/{dialect.modelsPath} lists. Throws a ProviderError when there is none. */
export async function firstModel(
  exchange: Exchange,
  callee: Callee,
  dialect: Dialect,
  headers: Record<string, string>,
  now: number,
): Promise<string> {
  try {
    const { status, headers: answered } = await exchange.send({
      method: "GET",
      url: endpoint(callee.baseUrl, dialect.modelsPath),
      headers,
    });
    const body = await exchange.text(LONGEST_LIST);
    if (status === 404) throw noModelFailure(callee, "has no list of models (HTTP 404)");
    if (status !== 200) throw statusFailure(callee, { status, headers: answered, body }, now);
    const id = dialect.modelIds(parse(body)).find((one) => one !== "");
    if (id === undefined) throw noModelFailure(callee, "lists no model to use");
    return id;
  } finally {
    exchange.close();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
