/** Bytes that arrive one by one. */
import { Transform } from "node:stream";

/** Hands every byte on by itself. */
export function cutEverywhere(): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (const byte of chunk) this.push(Buffer.of(byte));
      done();
    },
  });
}
