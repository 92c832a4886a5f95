/** A transcript from its pieces. */
import type { Message } from "../wire/messages.ts";

/** Every message behind this one, oldest first, all of them without an id. `page` gets those of them that go together. */
export async function wholeTranscript(
  after: string | undefined,
  page: (from: { after?: string }) => Promise<{ messages?: Message[]; truncated?: boolean }>,
): Promise<Message[]> {
  const found: Message[] = [];
  for (let last = after; ; last = found.at(-1)?.id) {
    const { messages = [], truncated } = await page(last === undefined ? {} : { after: last });
    found.push(...messages);
    if (!truncated || messages.length === 0) return found;
  }
}
