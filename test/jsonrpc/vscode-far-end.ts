/** The far end made of vscode-jsonrpc, with the same methods as ours. */
import type { Readable, Writable } from "node:stream";
import {
  type CancellationToken,
  createMessageConnection,
  type MessageConnection,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import { JsonRpcError } from "../../src/jsonrpc/errors.ts";
import { serve } from "./far-end.ts";

/** A far end on these streams; it listens. */
export function openVscodeFarEnd(input: Readable, output: Writable): MessageConnection {
  const connection = createMessageConnection(new StreamMessageReader(input), new StreamMessageWriter(output));
  serve({
    request: (method, params) => connection.sendRequest(method, params),
    notify: (method, params) => void connection.sendNotification(method, params),
    onRequest: (method, handler) =>
      // A request without params has its token in their place.
      void connection.onRequest(method, async (...given: unknown[]) => {
        const token = given.pop() as CancellationToken;
        const controller = new AbortController();
        token.onCancellationRequested(() => controller.abort(new ResponseError(-32800, "cancelled")));
        try {
          return (await handler(given[0] ?? {}, controller)) ?? null;
        } catch (error) {
          if (!(error instanceof JsonRpcError)) throw error;
          throw new ResponseError(error.code, error.message, error.data);
        }
      }),
    onNotification: (method, handler) => void connection.onNotification(method, handler),
  });
  connection.listen();
  return connection;
}
