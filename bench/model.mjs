/** The loopback model, started and stopped. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/**
 * @typedef {object} Model
 * @property {(answer: string) => string} url the base URL at which it answers so, such as `deltas/5000`: see server.mjs
 * @property {(answer: string) => Promise<void>} sent resolves when the next such answer has left to its end
 * @property {() => Promise<void>} stop
 */

/** Starts the model in a process of its own. @returns {Promise<Model>} */
export async function startModel() {
  const server = fork(fileURLToPath(new URL("server.mjs", import.meta.url)));
  const [{ port }] = await once(server, "message");
  return {
    url: (answer) => `http://127.0.0.1:${port}/${answer}/v1`,
    sent: (answer) =>
      new Promise((resolve) => {
        server.on("message", function listen(/** @type {any} */ { sent }) {
          if (!sent?.startsWith(`/${answer}/`)) return;
          server.off("message", listen);
          resolve();
        });
      }),
    async stop() {
      const exit = once(server, "exit");
      server.disconnect();
      await exit;
    },
  };
}
