/** The methods about the connection and the server itself. */
import { MAX_FRAME_BYTES } from "../jsonrpc/connection-options.ts";
import { rpcError } from "../jsonrpc/errors.ts";
import { quoted } from "../jsonrpc/messages.ts";
import { VERSION } from "../version.ts";
import type { HookCallName } from "../wire/methods.ts";
import { JSONRPC_PROTOCOL } from "../wire/version.ts";
import type { Client } from "./client.ts";
import type { Handlers } from "./handlers.ts";
import type { Server } from "./server.ts";

const HOOKS: readonly HookCallName[] = ["before_tool_call", "after_tool_call", "user_prompt"];

/** Their handlers for one client. */
export function connectionHandlers(
  server: Server,
  client: Client,
): Handlers<"initialize" | "ping" | "models.list" | "shutdown"> {
  const { clock, conversations } = server.options;
  return {
    initialize({ protocol, token, capabilities = {} }) {
      if (client.initialized)
        throw rpcError("invalid_request", "initialize: this connection is initialized already");
      if (!client.admits(token))
        throw rpcError("unauthorized", "initialize.token: it is missing or not the one this server wants");
      if (!/^letscode-jsonrpc\/1(\.\d+)?$/.test(protocol))
        throw rpcError(
          "protocol_mismatch",
          `initialize.protocol: this letscode speaks ${JSONRPC_PROTOCOL}, the client asked for ${quoted(protocol)}`,
          { supported: [JSONRPC_PROTOCOL] },
        );
      client.initialize(capabilities);
      return {
        protocol: JSONRPC_PROTOCOL,
        server: { name: "letscode", version: VERSION },
        capabilities: { host_tools: true, permissions: true, ask: true, hooks: [...HOOKS] },
        max_frame_bytes: MAX_FRAME_BYTES,
      };
    },
    ping: () => ({ time: clock.now() }),
    "models.list": async () => ({ models: await conversations.models() }),
    /** Its answer is the last that the client gets. */
    async shutdown(_params, call) {
      if (client.mayEndServer) {
        await server.drain();
        void server.shutdown();
        await client.drain(call.id);
      } else {
        client.detach();
        await client.flush();
        client.hangUpAfterAnswers();
      }
      return null;
    },
  };
}
