/** What is tried at both doors in the same way: the provider's part of it, and what the provider is told. */
import { answer, calls, content, toolCalls } from "../loopback/chunks.ts";
import { HANG, type ProviderServer, type RecordedRequest } from "../loopback/provider-server.ts";

/** As much of the arguments of a call as comes before the abort. */
export const HALF_OF_A_CALL = '{"command":"sle';

/** A tool that is aborted, an answer, an answer that is aborted in a call, an answer. */
export function scriptTwoAborts(server: ProviderServer): void {
  const half = toolCalls({ index: 0, id: "c2", name: "bash", arguments: HALF_OF_A_CALL });
  server.reply(
    calls({ id: "c1", name: "bash", arguments: { command: "sleep 60" } }),
    answer("one"),
    [content("Let me"), half, HANG],
    answer("two"),
  );
}

/** A request's messages without the system prompt: role and what was said, called or answered. */
export function conversation(request: RecordedRequest | undefined): unknown[] {
  return (request?.json.messages ?? [])
    .filter(({ role }: { role: string }) => role !== "system")
    .map(({ role, content: text, tool_calls }: Record<string, unknown>) => [
      role,
      ...(text === undefined || text === null ? [] : [text]),
      ...(tool_calls === undefined ? [] : [(tool_calls as { id: string }[]).map(({ id }) => id)]),
    ]);
}
