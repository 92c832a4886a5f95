/** What is done for each method of the protocol. */
import type { CallContext } from "../jsonrpc/incoming-calls.ts";
import type { ClientRequests } from "../wire/methods.ts";
import type { Client } from "./client.ts";
import { connectionHandlers } from "./connection-handlers.ts";
import type { Server } from "./server.ts";
import { sessionHandlers } from "./session-handlers.ts";
import { storeHandlers } from "./store-handlers.ts";

/** Answers a request whose params are what the protocol says. All before the first `await` is done at once. */
export type Handler<M extends keyof ClientRequests> = (
  params: ClientRequests[M]["params"],
  call: CallContext,
) => ClientRequests[M]["result"] | Promise<ClientRequests[M]["result"]>;

/** A handler for each of these methods. */
export type Handlers<M extends keyof ClientRequests = keyof ClientRequests> = {
  [Method in M]: Handler<Method>;
};

/** Every method, for one client. */
export function handlersFor(server: Server, client: Client): Handlers {
  return {
    ...connectionHandlers(server, client),
    ...storeHandlers(server, client),
    ...sessionHandlers(server),
  };
}
