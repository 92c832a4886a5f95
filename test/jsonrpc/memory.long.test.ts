import { once } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Connection } from "../../src/jsonrpc/connection.ts";
import type { NotificationMessage } from "../../src/jsonrpc/messages.ts";
import { openConnection, tcp } from "./transports.ts";

const MB = 1_000_000;

/** Runs something, and says by how many MB the process grew at most meanwhile. */
async function growth(run: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  await run();
  clearInterval(timer);
  return (Math.max(most, process.memoryUsage.rss()) - before) / MB;
}

it("512 MB without the end of a header cost bounded memory, also when nobody hangs up [J2 A15]", async () => {
  let far: Connection | undefined;
  const { output } = await tcp((input, back) => {
    far = openConnection({ input, output: back });
    far.start();
  });
  const chunk = Buffer.alloc(1 << 20, "a");
  const grown = await growth(async () => {
    for (let sent = 0; sent < 512; sent++) if (!output.write(chunk)) await once(output, "drain");
  });
  expect((await far?.ended)?.message).toBe("a header is longer than 8192 bytes");
  expect(grown).toBeLessThan(100);
}, 60_000);

it("a million deltas of 200 sessions to a reader that reads nothing cost the space of their text [J8]", async () => {
  type Delta = { session_id: string; delta: string };
  const { input, output } = await tcp(() => {});
  const connection = openConnection(
    { input, output },
    {
      merging: {
        size: ({ params }: NotificationMessage) => (params as Delta).delta.length + 100,
        merge: (earlier, later) => {
          const [a, b] = [earlier.params as Delta, later.params as Delta];
          return { ...earlier, params: { ...a, delta: a.delta + b.delta } };
        },
      },
    },
  );
  const grown = await growth(async () => {
    for (let n = 0; n < 1_000_000; n++) {
      const session_id = `s${n % 200}`;
      connection.notify("delta", { session_id, delta: "word" }, { lane: session_id });
      if (n % 10_000 === 0) await turn();
    }
  });
  expect(connection.room(64 << 10, "s0")).toBeUndefined();
  expect(grown).toBeLessThan(250);
}, 60_000);
