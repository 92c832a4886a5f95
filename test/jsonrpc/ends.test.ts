import { describe, expect, it } from "vitest";
import { ConnectionError } from "../../src/jsonrpc/errors.ts";
import { rawPeer } from "./raw-peer.ts";

const request = (id: unknown, method: string) => ({ jsonrpc: "2.0", id, method });

describe("a connection", () => {
  it.each([
    ["Content-Length: -1\r\n\r\n", 'Content-Length is "-1", not a number of bytes'],
    ["Content-Length: 2147483647\r\n\r\n", 'Content-Length is "2147483647"; at most 67108864 bytes are read'],
    ["Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", "a header has two Content-Length fields"],
    ["X-A: b\r\n\r\n{}", "a header has no Content-Length"],
    ["X-A: b\r\n".repeat(1200), "a header is longer than 8192 bytes"],
    [
      'POST / HTTP/1.1\r\nContent-Length: 45\r\n\r\n{"jsonrpc":"2.0","id":1,"method":"echo"}',
      '"POST / HTTP/1.1" is no header field; expected Content-Length: N',
    ],
  ])(
    "says which header it cannot read, heeds what came before and nothing after: %.40s [J2 A12 H01]",
    async (bytes, message) => {
      const peer = rawPeer();
      const heard: unknown[] = [];
      peer.connection.onRequest("echo", (params) => void heard.push(params));
      peer.connection.start();
      const call = peer.connection.request("theirs").catch((error) => error);
      peer.write(request(1, "echo"), Buffer.from(bytes), request(2, "echo"));
      const end = await peer.connection.ended;
      expect([end.reason, end.message]).toEqual(["broken", message]);
      expect(await call).toBe(end);
      await peer.connection.flush();
      expect(await peer.read(3)).toEqual([
        request(1, "theirs"),
        { jsonrpc: "2.0", id: 1, result: null },
        { jsonrpc: "2.0", id: null, error: { code: -32600, message } },
      ]);
      expect(heard).toHaveLength(1);
    },
  );

  it("whose input ends inside a frame tells it apart from a clean end, and runs nothing of the frame [J2 A14]", async () => {
    const peer = rawPeer();
    const heard: unknown[] = [];
    peer.connection.onRequest("ping", (params) => void heard.push(params));
    peer.connection.start();
    peer.write(Buffer.from('Content-Length: 100\r\n\r\n{"jsonrpc":"2.0","id":1,"method":"ping"}'));
    peer.input.end();
    const end = await peer.connection.ended;
    expect(end).toEqual(new ConnectionError("cut", "the input ended after 40 of 100 bytes of a frame"));
    expect(end.reason).toBe("cut");
    expect(heard).toEqual([]);
  });

  it("answers a batch that waits at the end of its input before it is drained [J5 J10]", async () => {
    const peer = rawPeer();
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    peer.connection.onRequest("wait", async (_params, call) => {
      call.lane = "s1";
      await gate;
      peer.connection.notify("told", {}, { lane: "s1" });
    });
    peer.connection.start();
    peer.write([request(1, "wait"), request(2, "wait")]);
    peer.input.end();
    await peer.connection.ended;
    const drained = peer.connection.drain();
    open();
    await drained;
    peer.connection.close();
    const told = { jsonrpc: "2.0", method: "told", params: {} };
    const answers = [1, 2].map((id) => ({ jsonrpc: "2.0", id, result: null }));
    expect(await peer.read(3)).toEqual([told, told, answers]);
  });

  it("answers all that came before the end of its input, then is drained [J7 J10]", async () => {
    const peer = rawPeer();
    let go = () => {};
    let aborted = false;
    peer.connection.onRequest("send", (_params, { signal }) => {
      signal.addEventListener("abort", () => {
        aborted = true;
      });
      return new Promise((resolve) => {
        go = () => resolve("done");
      });
    });
    peer.connection.start();
    peer.write(request(1, "send"));
    peer.input.end();
    expect((await peer.connection.ended).reason).toBe("end");
    const drained = peer.connection.drain();
    peer.connection.notify("event");
    expect(await peer.read(1)).toEqual([{ jsonrpc: "2.0", method: "event" }]);
    expect(aborted).toBe(false);
    go();
    await drained;
    expect((await peer.read(2))[1]).toEqual({ jsonrpc: "2.0", id: 1, result: "done" });
  });

  it("whose output fails aborts what it answers and rejects what it asked, at once [J7]", async () => {
    const peer = rawPeer();
    const reasons: unknown[] = [];
    peer.connection.onRequest(
      "wait",
      (_params, { signal }) =>
        new Promise(() => signal.addEventListener("abort", () => reasons.push(signal.reason))),
    );
    peer.connection.start();
    peer.write(request(1, "wait"));
    const call = peer.connection.request("theirs").catch((error) => error);
    await peer.read(1);
    const drained = peer.connection.drain();
    peer.output.destroy(new Error("EPIPE"));
    peer.connection.notify("event");
    const end = await peer.connection.ended;
    expect([end.reason, await call]).toEqual(["lost", end]);
    expect(reasons).toEqual([new ConnectionError("lost", end.message)]);
    await drained;
    await peer.connection.drain();
    peer.connection.notify("more");
  });

  it("whose input fails rejects what it asked with the failure [J7]", async () => {
    const peer = rawPeer();
    peer.connection.start();
    const call = peer.connection.request("theirs");
    await peer.read(1);
    peer.input.destroy(new Error("read ECONNRESET"));
    await expect(call).rejects.toThrow("the connection is lost: read ECONNRESET");
    expect((await peer.connection.ended).reason).toBe("lost");
  });

  it("that is closed rejects, aborts, drops what waits and hears nothing more [J7]", async () => {
    const peer = rawPeer({}, false);
    const heard: unknown[] = [];
    let reason: unknown;
    peer.connection.onNotification("hear", () => void heard.push(1));
    peer.connection.onRequest("wait", (_params, { signal }) => {
      signal.addEventListener("abort", () => {
        reason = signal.reason;
      });
      return new Promise(() => {});
    });
    peer.connection.start();
    peer.write(request(1, "wait"));
    await new Promise((resolve) => setImmediate(resolve));
    const call = peer.connection.request("theirs").catch((error) => error);
    const full = peer.connection.room(0);
    peer.connection.close("the session was closed");
    peer.write({ jsonrpc: "2.0", method: "hear" });
    const end = await peer.connection.ended;
    expect([end.reason, end.message]).toEqual(["closed", "the session was closed"]);
    expect([await call, reason]).toEqual([end, end]);
    await Promise.all([full, peer.connection.flush(), peer.connection.drain()]);
    expect(heard).toEqual([]);
  });

  it("whose end cannot be explained says so and rejects with the end itself [J7]", async () => {
    const peer = rawPeer({ explainEnd: () => Promise.reject(new Error("nobody knows")) });
    peer.connection.start();
    const call = peer.connection.request("theirs");
    peer.input.end();
    await expect(call).rejects.toThrow("the other side closed the connection");
    expect(peer.reports).toEqual(["the end could not be explained: nobody knows"]);
  });
});
