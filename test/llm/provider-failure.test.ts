import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { ProviderError } from "../../src/errors.ts";
import {
  type Callee,
  cutFailure,
  keyFailure,
  networkFailure,
  noModelFailure,
  statusFailure,
  streamedFailure,
  timeoutFailure,
  unreadableFailure,
} from "../../src/llm/provider-failure.ts";
import { createRedactor } from "../../src/secrets/redactor.ts";
import { locate, read } from "../docs/pages.ts";

const callee: Callee = {
  provider: "openai",
  baseUrl: "https://api.example/v1",
  model: "m",
  keyVariable: "A_KEY",
  keySent: true,
  redactor: createRedactor([]),
};

/** How a sentence begins that says what to do. */
const ADVICE =
  /[.!?] (Begin|Check|Choose|Give|Is the server running\? Check|It asks to wait|It redirects|Name|Put|Say|See to|Send|Shorten|Should|A slow model may need)[^.]*(\.[^ ][^.]*)*[.?]$/;

const BODIES = [
  "",
  "<html>",
  '{"error":{"code":"context_length_exceeded","message":"prompt is too long"}}',
  '{"error":{"code":"model_not_found","message":"The model `m` does not exist"}}',
  '{"error":{"code":"content_filter","message":"filtered"}}',
  '{"error":{"type":"authentication_error","message":"no key"}}',
  '{"error":{"type":"overloaded_error","message":"Overloaded"}}',
  '{"error":{"type":"insufficient_quota","message":"no quota"}}',
  '{"error":{"message":"something else"}}',
];

const NETWORK_CODES = [
  ..."ECONNREFUSED ENOTFOUND EAI_AGAIN ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH EPROTO EOTHER".split(
    " ",
  ),
  ..."DEPTH_ZERO_SELF_SIGNED_CERT CERT_HAS_EXPIRED ERR_TLS_CERT_ALTNAME_INVALID HPE_INVALID_CONSTANT".split(
    " ",
  ),
];

function everyFailure(): ProviderError[] {
  const statuses = [301, 307, 400, 401, 402, 403, 404, 405, 407, 408, 409, 413, 418, 422, 429, 500, 503, 529];
  const callees = [callee, { ...callee, keySent: false, model: undefined }];
  return callees.flatMap((one) => [
    ...statuses.flatMap((status) =>
      BODIES.map((body) => statusFailure(one, { status, headers: { "retry-after": "90" }, body }, 0)),
    ),
    ...statuses.flatMap((status) =>
      BODIES.map((body) => statusFailure(one, { status, headers: {}, body }, 0)),
    ),
    ...BODIES.map((body) => streamedFailure(one, body)),
    streamedFailure(one, { code: 429, message: "busy" }),
    unreadableFailure(one, "a web page"),
    cutFailure(one),
    timeoutFailure(one, 1000),
    keyFailure(one, "the variable A_KEY is not set"),
    noModelFailure(one, "lists no model to use"),
    ...NETWORK_CODES.flatMap((code) =>
      (["before", "midway"] as const).map((when) =>
        networkFailure(one, Object.assign(new Error("it broke"), { code }), when),
      ),
    ),
  ]);
}

describe("a failure of a provider", () => {
  test("ends with what to change or do, whatever it is", () => {
    const messages = everyFailure().map(({ message }) => message);
    expect(messages.length).toBeGreaterThan(300);
    expect([...new Set(messages)].filter((message) => !ADVICE.test(message))).toEqual([]);
  });

  test.each([
    [
      "openai",
      "https://api.example/v1",
      "Check --base-url (https://api.example/v1); it usually ends in /v1.",
    ],
    ["xai", "https://api.example/v1", "Check --base-url (https://api.example/v1); it usually ends in /v1."],
    ["openai-compatible", "http://gpu:1/", "Check --base-url (http://gpu:1/); it usually ends in /v1."],
    ["anthropic", "https://api.example/x", "Check --base-url (https://api.example/x)."],
    ["google", "https://api.example/x", "Check --base-url (https://api.example/x)."],
  ])("names the address, and how it ends where that is the rule: %s", (provider, baseUrl, advice) => {
    const wrong = { ...callee, provider, baseUrl };
    const answer = { status: 404, headers: {}, body: "no such page" };
    for (const { message } of [statusFailure(wrong, answer, 0), unreadableFailure(wrong, "a web page")])
      expect(message.slice(message.indexOf("Check"))).toBe(advice);
  });

  test("carries a code", () => {
    expect(everyFailure().filter(({ code }) => code === undefined)).toEqual([]);
  });

  test("is made in these files only, so that none escapes the advice", () => {
    const files = readdirSync(locate("src/llm"), { recursive: true, encoding: "utf8" })
      .map((file) => file.replaceAll("\\", "/"))
      .filter((file) => file.endsWith(".ts"))
      .filter((file) => readFileSync(locate(`src/llm/${file}`), "utf8").includes("new ProviderError("));
    expect(files.sort()).toEqual([
      "demo/demo-model.ts",
      "local-model.ts",
      "provider-failure.ts",
      "replay/replay-model.ts",
      "replay/turn-cursor.ts",
    ]);
  });
});

test("every code of an error event has a row that says what it means and what to do", () => {
  const { enum: codes } = JSON.parse(read("schema/letscode-rpc-1.schema.json")).definitions.ErrorCode;
  const page = read("docs/rpc-protocol.md");
  const rows = [...page.matchAll(/^\| `(\w+)` \| ([^|]{5,}) \| ([^|]{20,}) \|$/gm)].map(([, code]) => code);
  expect(codes.length).toBeGreaterThan(10);
  expect(codes.filter((code: string) => !rows.includes(code))).toEqual([]);
});
