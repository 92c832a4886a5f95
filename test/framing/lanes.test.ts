import { describe, expect, it } from "vitest";
import { Pump } from "../../src/framing/pump.ts";

/** A pipe that takes bytes only when told to. */
function slowPipe() {
  const taken: string[] = [];
  let pending: { text: string; done: () => void } | undefined;
  return {
    taken,
    write(bytes: Uint8Array, done: () => void) {
      pending = { text: Buffer.from(bytes).toString(), done };
    },
    take(): boolean {
      const offered = pending;
      pending = undefined;
      if (offered) taken.push(offered.text);
      offered?.done();
      return offered !== undefined;
    },
    takeAll() {
      while (this.take());
    },
  };
}

interface Piece {
  key: string;
  text: string;
}

const options = {
  encode: ({ key, text }: Piece) => `${key}=${text}\n`,
  merging: {
    size: ({ key, text }: Piece) => (key.startsWith("d") ? text.length + 3 : undefined),
    merge: (a: Piece, b: Piece) => (a.key === b.key ? { key: a.key, text: a.text + b.text } : undefined),
  },
};

const turn = () => new Promise((resolve) => setImmediate(resolve));
const keys = (written: readonly string[]) =>
  [...written.join("").matchAll(/^(\w+)=/gm)].map(([, key]) => key);

/** A pump whose pipe is busy with a first record. */
async function busyPump() {
  const pipe = slowPipe();
  const pump = new Pump<Piece>(pipe, options);
  pump.send({ key: "first", text: "" });
  await turn();
  return { pipe, pump };
}

describe("lanes of a pump", () => {
  it("keep their own order and are served in turn, so that a flood holds nobody back [J8]", async () => {
    const { pipe, pump } = await busyPump();
    const big = "x".repeat(5000);
    for (const n of [1, 2, 3]) pump.send({ key: `a${n}`, text: big }, "a");
    pump.send({ key: "b1", text: "" }, "b");
    pump.send({ key: "b2", text: "" }, "b");
    for (const n of [1, 2]) pump.send({ key: `c${n}`, text: big }, "c");
    pipe.takeAll();
    expect(keys(pipe.taken)).toEqual(["first", "a1", "b1", "b2", "c1", "a2", "c2", "a3"]);
  });

  it("let what is said last leave after one turn of each flood, however long these are [J8]", async () => {
    const { pipe, pump } = await busyPump();
    for (let lane = 0; lane < 49; lane++)
      for (let n = 0; n < 100; n++) pump.send({ key: "flood", text: "x".repeat(1000) }, `s${lane}`);
    pump.send({ key: "quiet", text: "" }, "quiet");
    pipe.takeAll();
    const before = pipe.taken.join("").split("quiet=")[0] ?? "";
    expect(before.length).toBeLessThan(49 * 5100);
    expect(keys(pipe.taken)).toHaveLength(4902);
  });

  it("merge what is neighbour in its own lane only [J8]", async () => {
    const { pipe, pump } = await busyPump();
    for (const text of ["1", "2"])
      for (const lane of ["a", "b"]) pump.send({ key: "d", text: lane + text }, lane);
    pipe.takeAll();
    expect(pipe.taken.join("")).toBe("first=\nd=a1a2\nd=b1b2\n");
  });

  it("make their own producers wait and no others [J8]", async () => {
    const { pipe, pump } = await busyPump();
    pump.send({ key: "big", text: "x".repeat(50_000) }, "a");
    pump.send({ key: "small", text: "x" }, "b");
    const order: string[] = [];
    expect([pump.room(1000, "b"), pump.room(60_000, "a"), pump.room(0, "unused")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const room = pump.room(1000, "a")?.then(() => order.push("room in a"));
    expect(pump.room(1000)).toBeInstanceOf(Promise);
    await turn();
    expect(order).toEqual([]);
    pipe.take();
    await room;
    expect(order).toEqual(["room in a"]);
  });

  it("tell when all that waited at a time is on its way, whatever came after [J8]", async () => {
    const { pipe, pump } = await busyPump();
    expect(pump.passed("a")).toBeUndefined();
    for (const key of ["a1", "a2"]) pump.send({ key, text: "x".repeat(200_000) }, "a");
    let passed = false;
    void pump.passed("a")?.then(() => {
      passed = true;
    });
    for (const key of ["a3", "a4"]) pump.send({ key, text: "x".repeat(200_000) }, "a");
    pipe.take();
    await turn();
    expect(passed).toBe(true);
    expect(pump.room(0, "a")).toBeInstanceOf(Promise);
  });

  it("write what is bytes as it is, between its neighbours [J1]", async () => {
    const pipe = slowPipe();
    const pump = new Pump<string | Uint8Array>(pipe, { encode: (record) => record, sliceBytes: 1 << 20 });
    for (const record of ["a", "b", Buffer.from("é"), "c"]) pump.send(record);
    await turn();
    const flushed = pump.flush();
    pipe.takeAll();
    await flushed;
    expect([pipe.taken, pump.size]).toEqual([["ab", "é", "c"], 0]);
  });

  it("let everybody go who waits when the pipe is gone [J7]", async () => {
    const { pump } = await busyPump();
    pump.send({ key: "a", text: "x" }, "a");
    const waiting = [pump.room(0, "a"), pump.passed("a"), pump.flush()];
    pump.close();
    await Promise.all(waiting);
    expect(pump.room(0, "a")).toBeUndefined();
  });
});
