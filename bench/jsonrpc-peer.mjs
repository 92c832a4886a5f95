/**
 * The far end of a JSON-RPC connection, in a process of its own:
 *
 *     node bench/jsonrpc-peer.mjs NAME BUILT [tcp]
 *
 * Over stdio, or over TCP at the port that it prints. `echo` gives its params back; `flood {count}` tells `tick` so often.
 */
import { createServer } from "node:net";
import { ends } from "./jsonrpc-ends.mjs";

const [, , name = "", built = "", transport] = process.argv;
const makeEnd = await ends(name, built);

if (transport === "tcp") {
  const server = createServer({ noDelay: true }, (socket) => {
    serve(makeEnd(socket, socket));
    socket.on("error", () => {}).once("close", () => process.exit());
  });
  server.listen(0, "127.0.0.1", () =>
    console.log(/** @type {import("node:net").AddressInfo} */ (server.address()).port),
  );
} else {
  serve(makeEnd(process.stdin, process.stdout));
  process.stdin.once("end", () => process.exit());
}

/** @param {import("./jsonrpc-ends.mjs").End} end */
function serve(end) {
  end.onRequest("echo", (params) => params);
  end.onRequest("flood", async ({ count }) => {
    for (let n = 0; n < count; n++) {
      const room = end.notify("tick", {
        session_id: "s1",
        seq: n,
        event: { type: "text_delta", delta: "word" },
      });
      if (room) await room;
    }
    return null;
  });
  end.start();
}
