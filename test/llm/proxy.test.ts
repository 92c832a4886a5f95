import { expect, test } from "vitest";
import { proxyFor } from "../../src/llm/proxy.ts";

const through = (url: string, environment: Record<string, string>) =>
  proxyFor(new URL(url), environment)?.href;
const all = { HTTPS_PROXY: "http://secure:1", HTTP_PROXY: "http://plain:2", ALL_PROXY: "http://all:3" };

test.each<[string, string, Record<string, string>, string | undefined]>([
  ["nothing is set", "https://a.example", {}, undefined],
  ["https goes by HTTPS_PROXY", "https://a.example", all, "http://secure:1/"],
  ["http goes by HTTP_PROXY", "http://a.example", all, "http://plain:2/"],
  ["ALL_PROXY is for the rest", "https://a.example", { ALL_PROXY: "http://all:3" }, "http://all:3/"],
  ["lower case wins", "https://a.example", { ...all, https_proxy: "http://lower:4" }, "http://lower:4/"],
  ["empty means none", "https://a.example", { HTTPS_PROXY: "" }, undefined],
  ["a host alone is enough", "https://a.example", { HTTPS_PROXY: "proxy:8080" }, "http://proxy:8080/"],
  ["localhost is never reached through one", "http://localhost:8080", all, undefined],
  ["nor is 127.0.0.1", "http://127.0.0.1:8080", all, undefined],
  ["nor is ::1", "http://[::1]:8080", all, undefined],
  ["a host of NO_PROXY is exempt", "https://a.example", { ...all, NO_PROXY: "b, a.example" }, undefined],
  ["so is its subdomain", "https://x.a.example", { ...all, NO_PROXY: "a.example" }, undefined],
  ["so is one after a dot", "https://x.a.example", { ...all, NO_PROXY: ".a.example" }, undefined],
  ["so is one after a star", "https://x.a.example", { ...all, no_proxy: "*.A.example" }, undefined],
  ["so is everything", "https://a.example", { ...all, NO_PROXY: "*" }, undefined],
  ["so is its port", "https://a.example", { ...all, NO_PROXY: "a.example:443" }, undefined],
  [
    "another port is not",
    "https://a.example:8443",
    { ...all, NO_PROXY: "a.example:443" },
    "http://secure:1/",
  ],
  [
    "a name that only ends alike is not",
    "https://ba.example",
    { ...all, NO_PROXY: "a.example" },
    "http://secure:1/",
  ],
])("%s", (_, url, environment, proxy) => {
  expect(through(url, environment)).toBe(proxy);
});

test.each(["socks5://proxy:1080", "http://", "a b"])(
  "another kind of proxy is refused by the name of its variable: %s",
  (address) => {
    expect(() => through("https://a.example", { ALL_PROXY: address })).toThrow(
      "the proxy in ALL_PROXY must be an http:// or https:// address",
    );
  },
);
