import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";

const root = new URL("../", import.meta.url);
const text = (path: string) => readFileSync(new URL(path, root), "utf8");

describe("the package", () => {
  const manifest = JSON.parse(text("package.json"));

  test("offers these entry points", () => {
    expect(manifest.exports).toEqual({
      ".": { types: "./dist/lib/index.d.ts", default: "./dist/lib/index.js" },
      "./client": { types: "./dist/lib/client.d.ts", default: "./dist/lib/client.js" },
      "./plugin": { types: "./dist/lib/plugin.d.ts", default: "./dist/lib/plugin.js" },
      "./testing": { types: "./dist/lib/testing.d.ts", default: "./dist/lib/testing.js" },
      "./schema/letscode-rpc-1.schema.json": "./schema/letscode-rpc-1.schema.json",
      "./schema/letscode-jsonrpc-1.schema.json": "./schema/letscode-jsonrpc-1.schema.json",
      "./package.json": "./package.json",
    });
    expect(manifest.bin).toEqual({ letscode: "dist/cli/letscode.cjs" });
  });

  test("needs no other package, and can use one", () => {
    expect([manifest.dependencies, manifest.peerDependencies]).toEqual([undefined, undefined]);
    expect(Object.keys(manifest.optionalDependencies)).toEqual(["@vscode/ripgrep"]);
  });

  test("names every version exactly", () => {
    const versions = { ...manifest.devDependencies, ...manifest.optionalDependencies };
    expect(Object.values<string>(versions).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});

describe("the library", () => {
  const values = [
    "AbortReason",
    "Agent",
    "BusyError",
    "LetscodeError",
    "MAX_LINE_BYTES",
    "PROTOCOL",
    "ProviderError",
    "ToolError",
    "UsageError",
    "VERSION",
    "agentLoop",
    "createAgent",
    "createRedactor",
    "foldStream",
    "systemClock",
  ];
  const types = [
    "AbortCommand",
    "Access",
    "AckMessage",
    "AgentEnd",
    "AgentOptions",
    "AgentStart",
    "AgentState",
    "Asker",
    "AssistantContent",
    "AssistantMessage",
    "ByeCommand",
    "ByeMessage",
    "Capabilities",
    "CheckArguments",
    "Clock",
    "Command",
    "CommandBase",
    "CompactCommand",
    "CompactRequest",
    "CompactionReport",
    "Concurrency",
    "ConfiguredModel",
    "ControlError",
    "ControlErrorCode",
    "ControlMessage",
    "CreateAgentOptions",
    "CustomMessage",
    "Decide",
    "Decision",
    "DoneMessage",
    "ErrorCode",
    "ErrorEvent",
    "Event",
    "Features",
    "FinishedCall",
    "FollowUpCommand",
    "GetMessagesCommand",
    "GetStateCommand",
    "HeaderTexts",
    "HelloCommand",
    "HookContext",
    "Hooks",
    "HostTool",
    "ImageBlock",
    "ImageInput",
    "Json",
    "JsonObject",
    "LLMClient",
    "LLMRequest",
    "LoopInput",
    "LoopPorts",
    "McpServer",
    "Message",
    "MessageBase",
    "MessageEnd",
    "MessageRef",
    "MessageStart",
    "MessageStreamEvent",
    "MessageUpdate",
    "ModelEnd",
    "ModelMessage",
    "ModelReport",
    "ModelStream",
    "PendingCall",
    "PermissionAnswer",
    "PermissionCommand",
    "PermissionDecision",
    "PermissionMode",
    "PermissionQuestion",
    "PermissionRequest",
    "PermissionRequestMessage",
    "PieceRedactor",
    "PromptCommand",
    "ProviderFailure",
    "QueueLengths",
    "ReadyMessage",
    "Redactor",
    "ResetCommand",
    "RetryEvent",
    "RpcInput",
    "RpcOutput",
    "RunResult",
    "SessionReport",
    "SetModelCommand",
    "SetThinkingCommand",
    "Sink",
    "Slash",
    "SlashContext",
    "SlashOutcome",
    "StateReport",
    "SteerCommand",
    "StopEvent",
    "StopReason",
    "StreamEvent",
    "StreamOptions",
    "TextBlock",
    "TextDelta",
    "ThinkingBlock",
    "ThinkingDelta",
    "ThinkingLevel",
    "Tool",
    "ToolCallArgsDelta",
    "ToolCallBlock",
    "ToolCallEnd",
    "ToolCallRequestMessage",
    "ToolCallStart",
    "ToolContext",
    "ToolExecutionEnd",
    "ToolExecutionStart",
    "ToolExecutionUpdate",
    "ToolOutput",
    "ToolResultCommand",
    "ToolResultMessage",
    "ToolSpec",
    "TransformedContext",
    "TurnEnd",
    "TurnStart",
    "Usage",
    "UsageEvent",
    "UserContent",
    "UserMessage",
  ];

  test("exports these names and no other", () => {
    expect(exportsOf("src/index.ts")).toEqual({ values, types });
  });

  test("is built with the names it has in the source", async () => {
    const built = await import(new URL("dist/lib/index.js", root).href);
    expect(Object.keys(built).sort()).toEqual(values);
  });

  test("is built with types that need no other package", () => {
    expect(text("dist/lib/index.d.ts")).not.toMatch(/\bfrom "(?!node:|\.)|\bimport\("(?!node:|\.)/);
  });

  test("has a doc comment on top", () => {
    expect(text("src/index.ts")).toMatch(/^\/\*\* .+ \*\/\n/);
  });
});

describe("letscode/plugin", () => {
  const { values, types } = exportsOf("src/plugin-types.ts");

  test("is types alone", async () => {
    expect(values).toEqual([]);
    expect(Object.keys(await import(new URL("dist/lib/plugin.js", root).href))).toEqual([]);
  });

  test("has every type that the hooks speak of", () => {
    expect(types).toEqual(expect.arrayContaining(declaredIn("src/plugins/plugin.ts")));
    expect(types).toEqual(expect.arrayContaining(declaredIn("src/wire/messages.ts")));
    expect(types).toEqual(expect.arrayContaining(declaredIn("src/wire/events.ts")));
    expect(types).toEqual(expect.arrayContaining(declaredIn("src/wire/stream.ts")));
    expect(types).toEqual(
      expect.arrayContaining(["LLMRequest", "StreamOptions", "ThinkingLevel", "ToolSpec"]),
    );
  });

  test("is built with types that need no other package", () => {
    expect(text("dist/lib/plugin.d.ts")).not.toMatch(/\bfrom "(?!node:|\.)|\bimport\("(?!node:|\.)/);
  });
});

describe("letscode/client", () => {
  const { values, types } = exportsOf("src/client/index.ts");

  test("exports these values and no other", async () => {
    expect(values).toEqual([
      "CallTimeoutError",
      "CommandError",
      "ConnectionError",
      "JsonRpcError",
      "LetscodeClient",
      "LetscodeError",
      "ProcessEndedError",
      "RpcClient",
      "SilenceError",
      "tool",
    ]);
    expect(Object.keys(await import(new URL("dist/lib/client.js", root).href)).sort()).toEqual(values);
  });

  test("has every type that its options, events and answers speak of", () => {
    for (const file of ["client-options", "client-event", "session-options", "tool", "run-outcome"])
      expect(types).toEqual(
        expect.arrayContaining(declaredIn(`src/client/${file}.ts`).filter((name) => name !== "RunOutcome")),
      );
    expect(types).toEqual(expect.arrayContaining(declaredIn("src/wire/events.ts")));
    expect(types).toEqual(expect.arrayContaining(declaredIn("src/wire/stream.ts")));
  });

  test("is built with types that need no other package", () => {
    expect(text("dist/lib/client.d.ts")).not.toMatch(/\bfrom "(?!node:|\.)|\bimport\("(?!node:|\.)/);
  });
});

describe("letscode/testing", () => {
  test("exports these names and no other", async () => {
    const values = ["manualClock", "scriptedModel", "testConversation"];
    expect(exportsOf("src/testing/index.ts")).toEqual({
      values,
      types: [
        "Clock",
        "ManualClock",
        "RunResult",
        "ScriptedAnswer",
        "ScriptedCall",
        "ScriptedModel",
        "ScriptedModelOptions",
        "ScriptedStep",
        "TestConversation",
        "TestConversationOptions",
        "TestPlugin",
      ],
    });
    expect(Object.keys(await import(new URL("dist/lib/testing.js", root).href)).sort()).toEqual(values);
  });
});

/** The types that a file of the source exports. */
function declaredIn(path: string): string[] {
  return [...text(path).matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name = ""]) => name);
}

/** What a file that only re-exports offers, by name. */
function exportsOf(path: string): { values: string[]; types: string[] } {
  const file = ts.createSourceFile(path, text(path), ts.ScriptTarget.Latest, true);
  const found = { values: [] as string[], types: [] as string[] };
  for (const statement of file.statements) {
    const allOf = /^export type \* from "(\.\.?\/.+)";$/.exec(statement.getText())?.[1];
    if (allOf !== undefined) {
      found.types.push(...declaredIn(`${dirname(path)}/${allOf}`));
      continue;
    }
    if (
      !ts.isExportDeclaration(statement) ||
      !statement.exportClause ||
      !ts.isNamedExports(statement.exportClause)
    )
      throw new Error(`${path} holds more than lists of names: ${statement.getText()}`);
    for (const { name, isTypeOnly } of statement.exportClause.elements)
      found[statement.isTypeOnly || isTypeOnly ? "types" : "values"].push(name.text);
  }
  return { values: found.values.sort(), types: found.types.sort() };
}
