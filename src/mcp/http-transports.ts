/** The ways to reach an MCP server over HTTP. */
import {
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";

/** A transport, and how to take leave of its server. */
export interface HttpTransport {
  transport: Transport;
  /** Tells the server that its session is over; may reject. */
  farewell(): Promise<void>;
}

/** The present way, and the one of servers from before March 2025, for those that refuse it. Redirects stay within the origin. */
export function httpTransports(
  url: string,
  headers: Readonly<Record<string, string>>,
): [streamable: () => HttpTransport, sse: () => HttpTransport] {
  const address = new URL(url);
  const requestInit = { headers };
  return [
    () => {
      const transport = new StreamableHTTPClientTransport(address, { requestInit });
      return { transport, farewell: () => transport.terminateSession() };
    },
    () => ({
      transport: new SSEClientTransport(address, { requestInit }),
      farewell: async () => {},
    }),
  ];
}
