/** What a plugin's provider throws, as a failed model call. */
import { ProviderError } from "../errors.ts";
import { thrownText } from "../one-line.ts";
import type { ErrorCode } from "../wire/events.ts";

/** The codes a provider may give; the rest is letscode's own to say. */
const CODES: readonly unknown[] = [
  "rate_limit",
  "overloaded",
  "server_error",
  "auth",
  "model_not_found",
  "context_overflow",
  "content_filter",
  "network",
  "timeout",
  "invalid_request",
  "invalid_response",
] satisfies ErrorCode[];
/** Answers that stay the same until something is changed. */
const FINAL_STATUSES: readonly unknown[] = [400, 401, 403, 404, 413, 422];

/** An error with the provider's name, and with the `status` and `code` that the thrown one has. Never throws. */
export function providerFailure(thrown: unknown, provider: string): ProviderError {
  const { status, code } = told(thrown);
  return new ProviderError(`${provider}: ${thrownText(thrown)}`, {
    recoverable: !FINAL_STATUSES.includes(status),
    ...(typeof status === "number" ? { status } : {}),
    ...(CODES.includes(code) ? { code: code as ErrorCode } : {}),
  });
}

function told(thrown: unknown): { status?: unknown; code?: unknown } {
  try {
    const { status, code } = thrown as { status?: unknown; code?: unknown };
    return { status, code };
  } catch {
    return {};
  }
}
