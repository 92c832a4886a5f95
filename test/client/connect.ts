/** Clients of a fake server. */
import { onTestFinished } from "vitest";
import { LetscodeClient } from "../../src/client/client.ts";
import type { ClientOptions } from "../../src/client/client-options.ts";
import { type Answer, type FakeServer, startFakeServer } from "./fake-server.ts";

/** A client and its server, both gone when the test is. `slice`: the server's words come in pieces of so many bytes. */
export async function connect(
  answers: Record<string, Answer> = {},
  { slice, ...options }: ClientOptions & { slice?: number } = {},
): Promise<{ server: FakeServer; client: LetscodeClient }> {
  const server = await startFakeServer(answers, slice === undefined ? {} : { slice });
  const client = new LetscodeClient({ url: server.url, ...options });
  onTestFinished(() => client.close());
  return { server, client };
}

/** Everything a loop gives. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
