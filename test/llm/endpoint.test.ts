import { expect, test } from "vitest";
import { endpoint } from "../../src/llm/endpoint.ts";

test.each([
  ["http://h/v1", "models", "http://h/v1/models"],
  ["http://h/v1/", "models", "http://h/v1/models"],
  ["http://h", "v1/messages", "http://h/v1/messages"],
  ["http://h/x/v1/?api-version=1", "models", "http://h/x/v1/models?api-version=1"],
  ["http://h", "v1beta/models/m:stream?alt=sse", "http://h/v1beta/models/m:stream?alt=sse"],
  ["http://h?key=1", "v1beta/models/m:stream?alt=sse", "http://h/v1beta/models/m:stream?key=1&alt=sse"],
  ["http://h/v1beta", "v1beta/models/m%2Fx:stream?alt=sse", "http://h/v1beta/models/m%2Fx:stream?alt=sse"],
  ["http://h/proxy/v1/", "v1/messages", "http://h/proxy/v1/messages"],
  ["http://h/v1", "v1beta/models", "http://h/v1/v1beta/models"],
])("%s and %s make %s", (baseUrl, path, address) => {
  expect(endpoint(baseUrl, path)).toBe(address);
});
