/** What a provider says of its own failure, made one short line: no pages, no keys, no control characters. */
import type { Redactor } from "../secrets/redactor.ts";
import { type Fields, fieldsOf, listOf, textOf } from "./fields.ts";

/** What could be read of an error. */
export interface ErrorReport {
  /** One line of at most 200 characters. */
  message?: string;
  /** The provider's own names for it, such as `context_length_exceeded`. */
  id?: string;
  /** An HTTP status given inside the error. */
  status?: number;
  /** How long the error asks to wait, in milliseconds. */
  retryAfterMs?: number;
  /** The body was a web page; nothing of it is kept. */
  html?: boolean;
}

const LONGEST_MESSAGE = 200;

/** Reads the body of a failed answer: JSON in any of the usual shapes, plain text, or a page. */
export function describeBody(body: string, redactor: Redactor): ErrorReport {
  const text = body.trim();
  if (text.startsWith("<")) return { html: true };
  try {
    return describeError(JSON.parse(text), redactor);
  } catch {
    return describeError(text, redactor);
  }
}

/** Reads an error object: `{error: …}`, `{message}`, `{detail}`, or a plain string. */
export function describeError(error: unknown, redactor: Redactor): ErrorReport {
  const found = [...layers(error)];
  const texts = found.flatMap((layer) =>
    typeof layer === "string" ? [layer] : [layer.message, layer.msg, layer.detail, layer.error],
  );
  const message = texts.find((text) => typeof text === "string" && text.trim() !== "");
  const fields = found.filter((layer) => typeof layer === "object");
  const details = fields.flatMap(detailsOf);
  const names = [
    ...fields.flatMap((layer) => [layer.code, layer.type, layer.status]),
    ...details.flatMap(({ reason, violations }) => [reason, ...listOf(violations).map(quotaId)]),
  ];
  const id = names.filter((name) => typeof name === "string").join(" ");
  const status = fields
    .flatMap((layer) => [layer.code, layer.status])
    .map(Number)
    .find(isFailureStatus);
  const delay = details.map(retryDelay).find((ms) => ms !== undefined);
  return {
    ...(typeof message === "string" ? { message: oneLine(redactor.text(message)) } : {}),
    ...(id === "" ? {} : { id }),
    ...(status === undefined ? {} : { status }),
    ...(delay === undefined ? {} : { retryAfterMs: delay }),
  };
}

/** The error and what it wraps, innermost first. */
function* layers(error: unknown, depth = 0): Generator<string | Record<string, unknown>> {
  if (typeof error === "string") return yield error;
  if (typeof error !== "object" || error === null || depth > 3) return;
  if (Array.isArray(error)) return yield* layers(error[0], depth + 1);
  const fields = error as Record<string, unknown>;
  for (const inner of [fields.error, fields.detail])
    if (typeof inner === "object") yield* layers(inner, depth + 1);
  yield fields;
}

/** The details Google gives: an ErrorInfo with a `reason`, a QuotaFailure with `violations`, a RetryInfo. */
function detailsOf({ details }: Record<string, unknown>): Fields[] {
  return listOf(details).map(fieldsOf);
}

function quotaId(violation: unknown): unknown {
  return fieldsOf(violation).quotaId;
}

/** Such as `13.5s`. */
function retryDelay(detail: Fields): number | undefined {
  const seconds = /^(\d{1,9}(?:\.\d+)?)s$/.exec(textOf(detail.retryDelay))?.[1];
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * 1000);
}

function isFailureStatus(value: number): boolean {
  return Number.isInteger(value) && value >= 400 && value <= 599;
}

function oneLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();
  return (line.length > LONGEST_MESSAGE ? `${line.slice(0, LONGEST_MESSAGE - 1)}…` : line).toWellFormed();
}
