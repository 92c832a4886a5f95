import { describe, expect, test } from "vitest";
import * as client from "../../src/client/index.ts";
import { RpcClient } from "../../src/client/rpc-client.ts";
import { Session } from "../../src/client/session.ts";
import { fieldsOf } from "./interface-fields.ts";
import { prose, read } from "./pages.ts";

const page = prose(read("docs/sdk-typescript.md"));

const methodsOf = (one: { prototype: object }) =>
  Object.getOwnPropertyNames(one.prototype).filter((name) => name !== "constructor");
const camel = (name: string) => name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

describe("docs/sdk-typescript.md", () => {
  test("names everything that letscode/client exports", () => {
    const names = Object.keys(client).filter((name) => name !== "tool");
    expect(names).toContain("LetscodeClient");
    expect(names.filter((name) => !page.includes(name))).toEqual([]);
  });

  test("names everything that a client, a session and an RpcClient can do", () => {
    const names = [...methodsOf(client.LetscodeClient), ...methodsOf(Session), ...methodsOf(RpcClient)];
    expect(names).toContain("sendAndWait");
    expect(names.filter((name) => !page.includes(`\`${name}`))).toEqual([]);
  });

  test.each([
    ["ClientOptions, ProcessOptions", () => [...own.client(), ...own.base()]],
    ["SessionOptions", () => [...own.session(), ...own.settings()]],
    ["SendOptions", () => fieldsOf("SendOptions", "src/client/send-options.ts")],
    ["RunResult", () => fieldsOf("RunResult", "src/client/run-outcome.ts")],
    ["ToolDefinition", () => [...fieldsOf("ToolDefinition", "src/client/tool.ts")]],
    ["RpcClientOptions", () => [...fieldsOf("RpcClientOptions", "src/client/rpc-client.ts"), ...own.base()]],
  ])("documents every field of %s, and no other", (name, fields) => {
    const [, table = ""] = page.split(`<!-- fields: ${name} -->\n\n`)[1]?.match(/^((?:\|.*\n)*)/) ?? [];
    const rows = [...table.matchAll(/^\| (.*?) \| (.*) \|$/gm)];
    const cells = rows.flatMap(([, cell = "", about = ""]) => [
      ...cell.matchAll(/`(\w+\??)/g),
      ...(about.includes("so are") ? about.matchAll(/`(\w+\?)`/g) : []),
    ]);
    expect(cells.map(([, field = ""]) => field).sort()).toEqual(fields().sort());
  });
});

const own = {
  client: () => fieldsOf("ClientOptions", "src/client/client-options.ts"),
  /** Of both clients. */
  base: () => [
    ...fieldsOf("BaseClientOptions", "src/client/base-options.ts"),
    ...fieldsOf("ProcessOptions", "src/client/letscode-process.ts"),
  ],
  session: () => fieldsOf("SessionOptions", "src/client/session-options.ts"),
  /** What the wire has under another name, but for what only a program can give. */
  settings: () =>
    fieldsOf("SessionSettings", "src/wire/session-methods.ts")
      .filter((name) => !["tools?", "host_tools?", "permission_mode?"].includes(name))
      .map(camel),
};
