import { expect, test } from "vitest";
import { keyFailure, noModelFailure, statusFailure } from "../../src/llm/provider-failure.ts";
import { SHORTEST_WAYS } from "../../src/llm/select-model.ts";
import { createRedactor } from "../../src/secrets/redactor.ts";
import { ownWords } from "../../src/terminal/own-words.ts";

const CALLEE = {
  provider: "openai",
  baseUrl: "https://api.openai.com/v1",
  model: "m",
  keyVariable: "OPENAI_API_KEY",
  keySent: false,
  redactor: createRedactor([]),
};

test("no advice of a failed call names a flag that chooses the model or its key", () => {
  const answers = [400, 401, 404, 413, 429, 500].map((status) =>
    statusFailure(CALLEE, { status, headers: {}, body: '{"error":{"message":"model m not found"}}' }, 0),
  );
  const spoken = [
    ...answers,
    statusFailure(CALLEE, { status: 503, headers: {}, body: "" }, 0),
    statusFailure(CALLEE, { status: 400, headers: {}, body: "" }, 0),
    keyFailure(CALLEE, "the variable OPENAI_API_KEY is not set"),
    noModelFailure(CALLEE, "lists no model to use"),
  ].map(({ message }) => ownWords(message));
  for (const message of spoken) expect(message).not.toMatch(/--(model|api-key-env)/);
  expect(spoken.at(-2)).toBe(
    "openai at api.openai.com cannot be called: the variable OPENAI_API_KEY is not set. " +
      "Put the key into OPENAI_API_KEY and start again, or choose another model with /model.",
  );
  expect(spoken.at(-1)).toBe("openai at api.openai.com lists no model to use. Name one with /model.");
});

test("columns stay columns, and other flags and texts stay as they are", () => {
  const lines = ownWords(SHORTEST_WAYS).split("\n");
  expect(lines[1]).toBe("  /model demo                                     built in, needs no key");
  expect(new Set(lines.slice(1).map((line) => /(?<= {4})\w/.exec(line)?.index)).size).toBe(1);
  expect(ownWords("using ollama/q at x (--model chooses another)")).toBe(
    "using ollama/q at x (/model chooses another)",
  );
  for (const text of ["Check --base-url.", "with --models", "letscode", "it began with --model x"])
    expect(ownWords(text)).toBe(text);
});
