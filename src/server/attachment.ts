/** How a client is connected, as whoever opened the streams says. */
import type { PumpTarget } from "../framing/pump.ts";
import type { ConnectionInput } from "../jsonrpc/connection-options.ts";

/**
 * A pair of byte streams with a client at the other end, for `Server.attach`. The server reads and writes them and never
 * ends them: it says when, by `hangUp`.
 */
export interface Attachment {
  input: ConnectionInput;
  /** Takes each frame in one write. Whoever opened a TCP socket has set NODELAY on it. */
  output: PumpTarget;
  /**
   * `pipe`: the client and the server live and die together; the end of the input drains the server, and `Server.ended`
   * follows. `socket`: the client may go and come back; its runs go on without it.
   */
  life: "pipe" | "socket";
  /** What the client must bring in `initialize`; absent: nothing. */
  token?: string | undefined;
  /** Called once: it has said what it speaks and brought the token. */
  onInitialized?(): void;
  /** Called for each token that is not the right one. */
  onWrongToken?(): void;
  /** Called once: nothing more will be written or read, both streams are to be ended. */
  hangUp(): void;
}
