/** Which models a server offers. */
import type { Exchange } from "../exchange.ts";
import { type Callee, noModelFailure, statusFailure } from "../provider-failure.ts";
import { endpoint } from "./endpoint.ts";
import { fieldsOf, listOf, textOf } from "./fields.ts";

const LONGEST_LIST = 4 * 1024 * 1024;

/** The id of the first model of GET {base}/models. Throws a ProviderError when there is none. */
export async function firstModel(
  exchange: Exchange,
  callee: Callee,
  headers: Record<string, string>,
  now: number,
): Promise<string> {
  try {
    const { status, headers: answered } = await exchange.send({
      method: "GET",
      url: endpoint(callee.baseUrl, "models"),
      headers,
    });
    const body = await exchange.text(LONGEST_LIST);
    if (status === 404) throw noModelFailure(callee, "has no list of models (HTTP 404)");
    if (status !== 200) throw statusFailure(callee, { status, headers: answered, body }, now);
    const id = firstId(body);
    if (id === undefined) throw noModelFailure(callee, "lists no model to use");
    return id;
  } finally {
    exchange.close();
  }
}

function firstId(body: string): string | undefined {
  try {
    const ids = listOf(fieldsOf(JSON.parse(body)).data).map((model) => textOf(fieldsOf(model).id));
    return ids.find((id) => id !== "");
  } catch {
    return undefined;
  }
}
