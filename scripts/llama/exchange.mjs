/** One HTTP exchange, kept as it was. */
import { request } from "node:http";

/**
 * @typedef {object} Ask
 * @property {"GET" | "POST"} method
 * @property {string} path
 * @property {unknown} [body] a text is sent as it is, anything else as JSON
 */

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {import("node:http").IncomingHttpHeaders} headers
 * @property {Buffer[]} chunks the body, in the pieces in which the server sent it
 */

/**
 * @param {string} url the server
 * @param {Ask} ask
 * @returns {Promise<Answer>}
 */
export function exchange(url, { method, path, body }) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const headers = text === undefined ? {} : { "content-type": "application/json" };
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method, headers, agent: false }, (response) => {
      /** @type {Buffer[]} */
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, chunks }),
      );
    });
    sent.on("error", reject);
    sent.end(text);
  });
}
