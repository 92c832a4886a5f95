/** What the far end of a tested connection does, whatever it is made of. */
import { rpcError } from "../../src/jsonrpc/errors.ts";

/** A far end: letscode's own connection, or somebody else's that is made to look like it. */
export interface FarEnd {
  request(method: string, params?: object): Promise<unknown>;
  notify(method: string, params?: object): void;
  onRequest(
    method: string,
    // biome-ignore lint/suspicious/noExplicitAny: the tests know what they send
    handler: (params: any, context: { signal: AbortSignal }) => unknown,
  ): void;
  // biome-ignore lint/suspicious/noExplicitAny: the tests know what they send
  onNotification(method: string, handler: (params: any) => void): void;
}

/** Gives the far end its methods. */
export function serve(end: FarEnd): void {
  const heard: unknown[] = [];
  const cancelled: unknown[] = [];
  end.onRequest("echo", (params) => params);
  end.onRequest("nothing", () => undefined);
  end.onRequest("crash", () => {
    throw new Error("the disk is full");
  });
  end.onRequest("refuse", async () => {
    throw rpcError("busy", "a run is active", { session_id: "s1" });
  });
  // Answers when it is cancelled, and not before.
  end.onRequest(
    "wait",
    ({ name }, { signal }) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener("abort", () => {
          cancelled.push(name);
          reject(signal.reason);
        }),
      ),
  );
  end.onRequest("cancelled", () => cancelled);
  end.onRequest("call me", ({ method, params }) => end.request(method, params));
  end.onRequest("burst", async ({ count }) => {
    for (let n = 0; n < count; n++) end.notify("piece", { n });
    return { count };
  });
  end.onNotification("hear", ({ n }) => void heard.push(n));
  end.onRequest("heard", () => heard);
}
