/**
 * Writes what is derived from the wire types: `node scripts/generate.mjs`.
 * With `--check` it writes nothing and fails, naming the files, when a committed one differs.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { goFiles } from "./schema/emit-go.mjs";
import { pythonFiles } from "./schema/emit-python.mjs";
import { protocolSchema } from "./schema/protocol-schema.mjs";
import { methodValidatorModule, validatorModule } from "./schema/validators.mjs";

const COMMAND_TYPES = `// Generated from src/wire by \`npm run generate\`. Do not edit.
import type { Command } from "../commands.ts";

/** The name of every command of the protocol. */
export declare const COMMAND_NAMES: readonly Command["cmd"][];

/**
 * Checks a command's fields: null when all is well, and then the value is a \`Command\`; else one sentence that names
 * the field and what was expected there, such as \`prompt.images[0].data: expected a string, it is missing\`.
 * Fields the protocol does not know are let through; only own properties count. Never throws.
 */
export declare function validateCommand(value: { readonly cmd: string }): string | null;
`;

const MESSAGE_TYPES = `// Generated from src/wire by \`npm run generate\`. Do not edit.

/**
 * Checks what should be a message of any role: null when all is well, and then the value is a \`Message\`; else one
 * sentence that names the field and what was expected there, such as
 * \`user.content[0].text: expected a string, it is missing\`. Fields the wire does not know are let through, and
 * nothing is looked at where it allows any JSON; only own properties count. Never throws.
 */
export declare function validateMessage(value: unknown): string | null;
`;

const METHOD_TYPES = `// Generated from src/wire by \`npm run generate\`. Do not edit.

/**
 * Checks the params of a request of a client: null when all is well, and then the value is what \`ClientRequests\` says;
 * else one sentence that names the field, such as \`session.send.text: expected a string, it is missing\`. Fields the
 * protocol does not know are let through, and nothing is looked at where it allows any JSON. Never throws.
 */
export declare function validateParams(method: string, value: unknown): string | null;

/** Checks what a client answered in the same way: null when the value is the result that \`ServerRequests\` says. */
export declare function validateResult(method: string, value: unknown): string | null;
`;

process.chdir(new URL("..", import.meta.url).pathname);
const files = generated();
if (process.argv.includes("--check")) {
  const drifted = Object.keys(files).filter((file) => current(file) !== files[file]);
  for (const file of drifted) console.error(`${file} is not what the wire types say: run npm run generate`);
  process.exitCode = drifted.length > 0 ? 1 : 0;
} else {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** @returns {Record<string, string>} the text of every derived file, by its path */
function generated() {
  const rpc = protocolSchema({
    file: "src/wire/rpc.ts",
    id: "urn:letscode:rpc:1",
    title: "letscode-rpc/1",
    description:
      "One line of the protocol, in either direction: RpcInput is what a host writes, RpcOutput what it reads. " +
      "Readers ignore types and fields they do not know.",
    roots: ["RpcInput", "RpcOutput"],
  });
  const jsonrpc = protocolSchema({
    file: "src/wire/methods.ts",
    id: "urn:letscode:jsonrpc:1",
    title: "letscode-jsonrpc/1",
    description:
      "The methods of the protocol, by name: ClientRequests are the requests a client may send and ServerRequests those " +
      "letscode may send, each with its params and its result; ServerNotifications are what letscode tells, with the " +
      "params. Readers ignore methods of notifications and fields they do not know.",
    roots: ["ClientRequests", "ServerRequests", "ServerNotifications"],
    tables: true,
  });
  return {
    ...goFiles(rpc, jsonrpc),
    ...pythonFiles(rpc, jsonrpc),
    "schema/letscode-jsonrpc-1.schema.json": `${JSON.stringify(jsonrpc, null, 2)}\n`,
    "src/wire/generated/validate-method.gen.js": methodValidatorModule(jsonrpc, {
      validateParams: { table: "ClientRequests", part: "params" },
      validateResult: { table: "ServerRequests", part: "result" },
    }),
    "src/wire/generated/validate-method.gen.d.ts": METHOD_TYPES,
    "schema/letscode-rpc-1.schema.json": `${JSON.stringify(rpc, null, 2)}\n`,
    "src/wire/generated/validate-command.gen.js": validatorModule(rpc, {
      union: "Command",
      tag: "cmd",
      names: "COMMAND_NAMES",
    }),
    "src/wire/generated/validate-command.gen.d.ts": COMMAND_TYPES,
    "src/wire/generated/validate-message.gen.js": validatorModule(rpc, { union: "Message", tag: "role" }),
    "src/wire/generated/validate-message.gen.d.ts": MESSAGE_TYPES,
  };
}

/** @param {string} file */
function current(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
