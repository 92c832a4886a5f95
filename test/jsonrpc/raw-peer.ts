/** A connection whose other side is written and read byte by byte. */
import { PassThrough } from "node:stream";
import { encodeFrame, FrameReader } from "../../src/framing/content-length.ts";
import type { Connection } from "../../src/jsonrpc/connection.ts";
import type { ConnectionOptions } from "../../src/jsonrpc/connection-options.ts";
import { openConnection } from "./transports.ts";

/** The other side. */
export interface RawPeer {
  connection: Connection;
  input: PassThrough;
  output: PassThrough;
  /** Writes bytes, or each value as a frame, all in one write. */
  write(...messages: (Uint8Array | object | string)[]): void;
  /** All messages of the connection so far; resolves when there are so many. */
  read(count: number): Promise<unknown[]>;
  /** What the connection reported. */
  reports: string[];
}

/** Opens one. It reads the connection's bytes unless told not to. */
export function rawPeer(more: Partial<ConnectionOptions> = {}, reading = true): RawPeer {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const reports: string[] = [];
  const connection = openConnection({ input, output }, { report: (line) => reports.push(line), ...more });
  const frames = new FrameReader({ maxBytes: 1 << 30 });
  const seen: unknown[] = [];
  let wake = () => {};
  if (reading)
    output.on("data", (chunk) => {
      for (const record of frames.push(chunk))
        seen.push(record.type === "frame" ? JSON.parse(record.text) : record);
      wake();
    });
  return {
    connection,
    input,
    output,
    reports,
    write: (...messages) =>
      void input.write(
        Buffer.concat(
          messages.map((message) => {
            if (message instanceof Uint8Array) return message;
            return Buffer.from(encodeFrame(typeof message === "string" ? message : JSON.stringify(message)));
          }),
        ),
      ),
    async read(count) {
      while (seen.length < count)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      return seen;
    },
  };
}
