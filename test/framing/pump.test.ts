import { describe, expect, it } from "vitest";
import { Pump } from "../../src/framing/pump.ts";

interface Piece {
  key: string;
  text: string;
}

/** A pipe that takes bytes only when told to. */
function slowPipe() {
  const taken: string[] = [];
  let pending: { text: string; done: (error?: Error) => void } | undefined;
  return {
    taken,
    write(bytes: Uint8Array, done: (error?: Error | null) => void) {
      expect(pending).toBeUndefined();
      pending = { text: Buffer.from(bytes).toString(), done };
    },
    /** Takes what was offered; false when nothing was. */
    take(error?: Error): boolean {
      const offered = pending;
      pending = undefined;
      if (!offered) return false;
      taken.push(offered.text);
      offered.done(error);
      return true;
    },
    takeAll() {
      while (this.take());
    },
  };
}

const options = {
  encode: ({ key, text }: Piece) => `${key}=${text}\n`,
  merging: {
    size: ({ key, text }: Piece) => (key.startsWith("d") ? text.length + 3 : undefined),
    merge: (a: Piece, b: Piece) => (a.key === b.key ? { key: a.key, text: a.text + b.text } : undefined),
  },
};

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("Pump", () => {
  it("writes what one turn of the event loop produced in that turn, in one write [F4]", async () => {
    const pipe = slowPipe();
    const pump = new Pump<Piece>(pipe, options);
    pump.send({ key: "d1", text: "a" });
    pump.send({ key: "d1", text: "b" });
    expect(pipe.take()).toBe(false);
    await turn();
    pipe.takeAll();
    expect(pipe.taken).toEqual(["d1=a\nd1=b\n"]);
  });

  it("merges neighbouring deltas while the reader is behind, and nothing else [F6]", async () => {
    const pipe = slowPipe();
    const pump = new Pump<Piece>(pipe, options);
    pump.send({ key: "start", text: "1" });
    await turn();
    for (const text of "abc") pump.send({ key: "d1", text });
    pump.send({ key: "d2", text: "x" });
    pump.send({ key: "d1", text: "d" });
    pump.send({ key: "end", text: "1" });
    pump.send({ key: "d1", text: "e" });
    pipe.takeAll();
    expect(pipe.taken.join("")).toBe("start=1\nd1=abcd\nd2=x\nend=1\nd1=e\n");
  });

  it("keeps a million deltas to an unread pipe in the space of their text [F6]", async () => {
    const pipe = slowPipe();
    const pump = new Pump<Piece>(pipe, options);
    pump.send({ key: "start", text: "1" });
    await turn();
    for (let sent = 0; sent < 1_000_000; sent++) pump.send({ key: "d1", text: "word" });
    expect(pump.size).toBeLessThan(4_000_100);
    const flushed = pump.flush();
    pipe.takeAll();
    await flushed;
    expect(pipe.taken.join("").length).toBe("start=1\n".length + 4_000_000 + "d1=\n".length);
    expect(pump.size).toBe(0);
  });

  it("hands the pipe small slices, so that a slow reader's progress shows [F7]", async () => {
    const pipe = slowPipe();
    let progress = 0;
    const pump = new Pump<Piece>(pipe, { ...options, onTaken: () => progress++ });
    pump.send({ key: "big", text: "é".repeat(100_000) });
    await turn();
    pipe.takeAll();
    expect(pipe.taken.join("").length).toBeGreaterThan(100_000);
    expect(progress).toBeGreaterThan(10);
    expect(Math.max(...pipe.taken.map((text) => Buffer.byteLength(text)))).toBeLessThanOrEqual(16 * 1024 + 6);
  });

  it("makes a producer wait above its mark and wakes it below", async () => {
    const pipe = slowPipe();
    const pump = new Pump<Piece>(pipe, options);
    pump.send({ key: "big", text: "x".repeat(50_000) });
    expect(pump.room(60_000)).toBeUndefined();
    let awake = false;
    void pump.room(40_000)?.then(() => {
      awake = true;
    });
    await turn();
    expect(awake).toBe(false);
    pipe.take();
    await turn();
    expect(awake).toBe(true);
  });

  it("tells once that the reader is gone, drops the rest and holds nobody up [C13]", async () => {
    const pipe = slowPipe();
    const closed: string[] = [];
    const pump = new Pump<Piece>(pipe, { ...options, onClosed: (error) => closed.push(error.message) });
    pump.send({ key: "a", text: "1" });
    await turn();
    pump.send({ key: "b", text: "2" });
    const flushed = pump.flush();
    pipe.take(new Error("EPIPE"));
    await flushed;
    pump.send({ key: "c", text: "3" });
    await turn();
    expect(pipe.take()).toBe(false);
    expect({ closed, size: pump.size, gone: pump.closed }).toEqual({
      closed: ["EPIPE"],
      size: 0,
      gone: true,
    });
  });
});
