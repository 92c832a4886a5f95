/** One end of a JSON-RPC connection, by letscode and by vscode-jsonrpc, so that the same can be asked of both. */

/**
 * @typedef {object} End
 * @property {(method: string, params: object) => Promise<unknown>} request
 * @property {(method: string, params: object) => unknown} notify when it returns a promise, the next waits for it
 * @property {(method: string, handler: (params: any) => unknown) => void} onRequest
 * @property {(method: string, handler: (params: any) => void) => void} onNotification
 * @property {() => void} start
 *
 * @typedef {(input: import("node:stream").Readable, output: import("node:stream").Writable) => End} MakeEnd
 */

/** How many characters may wait before the next notification does, as in the doors of letscode. */
const MARK = 1024 * 1024;

/**
 * @param {string} name `letscode` or `vscode-jsonrpc`
 * @param {string} built the URL of letscode's connection, as `buildConnection` makes it
 * @returns {Promise<MakeEnd>}
 */
export async function ends(name, built) {
  return name === "letscode" ? letscode(built) : vscodeJsonrpc();
}

/** @param {string} built @returns {Promise<MakeEnd>} */
async function letscode(built) {
  /** @type {{ Connection: typeof import("../src/jsonrpc/connection.ts").Connection }} */
  const { Connection } = await import(built);
  const clock = { now: Date.now, after: () => () => {} };
  return (input, output) => {
    const connection = new Connection({ input, output, clock });
    return {
      request: (method, params) => connection.request(method, params),
      notify(method, params) {
        connection.notify(method, params);
        return connection.room(MARK);
      },
      onRequest: (method, handler) => connection.onRequest(method, handler),
      onNotification: (method, handler) => connection.onNotification(method, handler),
      start: () => connection.start(),
    };
  };
}

/** @returns {Promise<MakeEnd>} */
async function vscodeJsonrpc() {
  const { createMessageConnection, StreamMessageReader, StreamMessageWriter } = await import(
    "vscode-jsonrpc/node"
  );
  return (input, output) => {
    const connection = createMessageConnection(
      new StreamMessageReader(input),
      new StreamMessageWriter(output),
    );
    return {
      request: (method, params) => connection.sendRequest(method, params),
      notify: (method, params) => connection.sendNotification(method, params),
      onRequest: (method, handler) => void connection.onRequest(method, handler),
      onNotification: (method, handler) => void connection.onNotification(method, handler),
      start: () => connection.listen(),
    };
  };
}
