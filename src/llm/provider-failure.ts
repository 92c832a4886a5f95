/** What went wrong at a provider, as a ProviderError: who failed, on what, and what to change. */
import { errorText, ProviderError, type ProviderFailure } from "../errors.ts";
import type { Redactor } from "../secrets/redactor.ts";
import type { ErrorCode } from "../wire/events.ts";
import { describeBody, describeError, type ErrorReport } from "./error-report.ts";
import { AGAIN, wordingOf } from "./network-wording.ts";
import { findProvider } from "./providers.ts";
import { type HttpHeaders, LONGEST_RETRY_AFTER_MS, retryAfterMs } from "./retry-after.ts";

/** Who was called, as messages name it. */
export interface Callee {
  /** Such as `openai-compatible`. */
  provider: string;
  /** The address below which it answers; messages show its host. */
  baseUrl: string;
  /** Undefined while it is not known. */
  model: string | undefined;
  /** The variable the key comes from. */
  keyVariable: string;
  /** A key was sent. */
  keySent: boolean;
  /** Takes keys out of what the provider says. */
  redactor: Redactor;
}

/** An answer that is no stream. */
export interface FailedAnswer {
  status: number;
  headers: HttpHeaders;
  /** The beginning of the body. */
  body: string;
}

/** An answer with any status but 200. `now`: milliseconds since the epoch, for a Retry-After date. */
export function statusFailure(callee: Callee, answer: FailedAnswer, now: number): ProviderError {
  const { status, headers, body } = answer;
  const report = describeBody(body, callee.redactor);
  const code = codeOf(report, status);
  const retryable = isTransient(status) && code !== "context_overflow" && !isSpent(report);
  const wait = retryable ? (retryAfterMs(headers, now) ?? report.retryAfterMs) : undefined;
  const said = report.message ?? (report.html ? `${phrase(status)} (an HTML page)` : phrase(status));
  return failure(callee, `answered HTTP ${status}${forModel(callee)}: ${said}`, {
    status,
    code,
    retryable,
    recoverable: retryable,
    kind: "APIStatusError",
    summary: `HTTP ${status}: ${report.message ?? phrase(status)}`,
    advice: isRedirect(status)
      ? redirectAdvice(headers.location)
      : (spentAdvice(callee, report) ?? waitAdvice(wait) ?? advice(callee, code, status)),
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  });
}

/** An error object where a part of the answer was expected. */
export function streamedFailure(callee: Callee, error: unknown): ProviderError {
  const report = describeError(error, callee.redactor);
  const code = codeOf(report, report.status);
  const transient = report.status === undefined ? !LASTING.includes(code) : isTransient(report.status);
  const retryable = transient && code !== "context_overflow" && !isSpent(report);
  const said = report.message ?? "an error without a message";
  return failure(callee, `failed while answering${forModel(callee)}: ${said}`, {
    ...(report.status === undefined ? {} : { status: report.status }),
    code,
    retryable,
    recoverable: retryable,
    kind: "APIError",
    summary: report.status === undefined ? said : `error ${report.status}: ${said}`,
    advice: spentAdvice(callee, report) ?? advice(callee, code, report.status),
    ...(retryable && report.retryAfterMs !== undefined ? { retryAfterMs: report.retryAfterMs } : {}),
  });
}

/** A 200 whose body is neither a stream nor JSON, such as a web page. `hint`: what to do, if not to check the address. */
export function unreadableFailure(callee: Callee, what: string, hint?: string): ProviderError {
  return failure(callee, `answered HTTP 200 with ${what} instead of an answer`, {
    status: 200,
    code: "invalid_response",
    retryable: false,
    recoverable: false,
    advice: hint ?? addressAdvice(callee),
  });
}

/** The stream ended before the answer did. */
export function cutFailure(callee: Callee): ProviderError {
  return failure(callee, `broke off${forModel(callee)}: the stream ended before the answer did`, {
    code: "network",
    retryable: true,
    recoverable: true,
    kind: "APIConnectionError",
    summary: "the stream ended before the answer did",
    advice: AGAIN,
  });
}

/** More came than any answer holds. */
export function endlessFailure(callee: Callee): ProviderError {
  return failure(callee, `did not come to an end${forModel(callee)}`, {
    code: "invalid_response",
    retryable: false,
    recoverable: true,
    advice: AGAIN,
  });
}

/** Nothing came for `limitMs` milliseconds. */
export function timeoutFailure(callee: Callee, limitMs: number): ProviderError {
  return failure(callee, `sent nothing for ${limitMs / 1000} s${forModel(callee)}`, {
    code: "timeout",
    retryable: true,
    recoverable: true,
    kind: "APITimeoutError",
    summary: `nothing came for ${limitMs / 1000} s`,
    advice: "A slow model may need more: --provider-timeout SECONDS.",
  });
}

/** A key that was asked for and is not there, or cannot be sent. */
export function keyFailure(callee: Callee, problem: string): ProviderError {
  return failure(callee, `cannot be called: ${problem}`, {
    code: "auth",
    retryable: false,
    recoverable: false,
    advice: `Put the key into ${callee.keyVariable}, or name another variable with --api-key-env.`,
  });
}

/** No model was named and the provider offers none; `what` says how. */
export function noModelFailure(callee: Callee, what: string): ProviderError {
  return failure(callee, what, {
    code: "model_not_found",
    retryable: false,
    recoverable: false,
    advice: "Name one with --model.",
  });
}

/** The connection could not be made, or broke `midway` through the answer. */
export function networkFailure(callee: Callee, thrown: unknown, when: "before" | "midway"): ProviderError {
  const id = String((thrown as { code?: unknown } | null)?.code ?? "");
  const {
    words,
    advice: hint = AGAIN,
    lasting,
  } = wordingOf(id) ?? { words: errorText(thrown) || "the connection failed" };
  const said = callee.redactor.text(wordingOf(id) === undefined ? words : `${words} (${id})`);
  const what = when === "before" ? "could not be reached" : `broke off${forModel(callee)}`;
  return failure(callee, `${what}: ${said}`, {
    code: "network",
    retryable: lasting !== true,
    recoverable: lasting !== true,
    kind: "APIConnectionError",
    summary: said,
    cause: thrown,
    advice: hint,
  });
}

const PHRASES: Record<number, string> = {
  400: "invalid request",
  401: "not authorized",
  402: "payment required",
  403: "forbidden",
  404: "not found",
  407: "the proxy wants a name and a password",
  408: "request timed out",
  409: "conflict",
  413: "request too large",
  422: "invalid request",
  429: "rate limited",
  500: "server error",
  502: "bad gateway",
  503: "unavailable",
  504: "gateway timeout",
  529: "overloaded",
};

function phrase(status: number): string {
  return PHRASES[status] ?? (isRedirect(status) ? "redirect" : status >= 500 ? "server error" : "refused");
}

function isTransient(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

const OVERFLOW =
  /context[ _](length|size|window)|exceed_context|maximum context|prompt is too long|(input|request|prompt) (is )?too (long|large)|too many (input )?tokens|token (count|limit).*exceed|exceeds? .*token limit|input token count|payload size exceeds|exceed context limit|kv cache/i;
/** What a provider calls a request that will be as wrong the next time, where it gives no status. */
const INVALID = /invalid_|unsupported_|bad_?request|image_/i;
/** Not a matter of waiting. */
const SPENT =
  /insufficient_quota|billing_hard_limit|billing_not_active|billing_error|PerDay|credit balance is too low/;
/** Codes of failures that stay the same until something is changed. */
const LASTING: readonly ErrorCode[] = [
  "auth",
  "model_not_found",
  "context_overflow",
  "content_filter",
  "invalid_request",
];
const BAD_KEY = /invalid_api_key|authentication_error|API_KEY_INVALID|API key (not valid|not found|expired)/i;
const UNKNOWN_MODEL =
  /model_not_found|model .*(not found|does not exist|not exist|is not available)|models\/\S+ is not found|not_found_error.* model: |(unknown|no such|invalid) model/i;

function codeOf(report: ErrorReport, status: number | undefined): ErrorCode {
  const said = `${report.id ?? ""} ${report.message ?? ""}`;
  if (status === 429 || /rate_limit|insufficient_quota|RESOURCE_EXHAUSTED/.test(said)) return "rate_limit";
  if (status === 413 || OVERFLOW.test(said)) return "context_overflow";
  if (status === 401 || status === 403 || BAD_KEY.test(said)) return "auth";
  if (UNKNOWN_MODEL.test(said)) return "model_not_found";
  if (/content_filter|content_policy|content filtering policy/.test(said)) return "content_filter";
  if (status === 503 || status === 529 || /overloaded/i.test(said)) return "overloaded";
  if (status === 408) return "timeout";
  if (status === undefined && INVALID.test(report.id ?? "")) return "invalid_request";
  return status === undefined || isTransient(status) ? "server_error" : "invalid_request";
}

const ANOTHER = "choose another model with --model.";

function advice(callee: Callee, code: ErrorCode, status: number | undefined): string {
  switch (code) {
    case "auth":
      return callee.keySent
        ? `Check the key in ${callee.keyVariable}.`
        : `Put a key into ${callee.keyVariable}, or name its variable with --api-key-env.`;
    case "model_not_found":
      return "Choose another with --model.";
    case "context_overflow":
      return "Shorten the conversation, or choose a model with a larger context.";
    case "content_filter":
      return `Say it differently, or ${ANOTHER}`;
    case "rate_limit":
      return `Send the prompt again later, or ${ANOTHER}`;
    case "invalid_request":
      return invalidAdvice(callee, status);
    default:
      return `Send the prompt again, or ${ANOTHER}`;
  }
}

function invalidAdvice(callee: Callee, status: number | undefined): string {
  if (status === 402) return "Check the account at the provider.";
  if (status === 404) return addressAdvice(callee);
  if (status === 407)
    return "Give them in the address of the proxy, as in HTTPS_PROXY=http://NAME:PASSWORD@HOST.";
  return `Begin a new conversation, or ${ANOTHER}`;
}

/** OpenAI's dialects are spoken below a version; the paths of the others bring their own. */
function addressAdvice(callee: Callee): string {
  const dialect = findProvider(callee.provider)?.dialect ?? "chat";
  const ending = dialect === "chat" || dialect === "responses" ? "; it usually ends in /v1" : "";
  return `Check --base-url (${shownUrl(callee)})${ending}.`;
}

function isSpent(report: ErrorReport): boolean {
  return SPENT.test(`${report.id ?? ""} ${report.message ?? ""}`);
}

function spentAdvice({ keyVariable }: Callee, report: ErrorReport): string | undefined {
  return isSpent(report)
    ? `See to the account's plan and billing, or put the key of another into ${keyVariable}.`
    : undefined;
}

function waitAdvice(wait: number | undefined): string | undefined {
  if (wait === undefined || wait <= LONGEST_RETRY_AFTER_MS) return undefined;
  return `It asks to wait ${Math.ceil(wait / 1000)} s, so try again then.`;
}

function redirectAdvice(location: string | string[] | undefined): string {
  const host = typeof location === "string" && URL.canParse(location) ? new URL(location).host : undefined;
  const where = host === undefined ? "" : ` to ${host}`;
  return `It redirects${where}, and no key is sent there; give the right address as --base-url.`;
}

function forModel({ model }: Callee): string {
  return model === undefined ? "" : ` for model ${model}`;
}

function shownUrl({ baseUrl }: Callee): string {
  const url = new URL(baseUrl);
  return `${url.origin}${url.pathname}`;
}

function failure(
  callee: Callee,
  what: string,
  { advice: hint, ...known }: ProviderFailure & { advice: string },
): ProviderError {
  const sentence = /[.!?…]$/.test(what) ? what : `${what}.`;
  const message = `${callee.provider} at ${new URL(callee.baseUrl).host} ${sentence} ${hint}`;
  return new ProviderError(callee.redactor.text(message), known);
}
