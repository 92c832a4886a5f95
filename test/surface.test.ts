import { readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, test } from "vitest";

const root = new URL("../", import.meta.url);
const text = (path: string) => readFileSync(new URL(path, root), "utf8");

describe("the package", () => {
  const manifest = JSON.parse(text("package.json"));

  test("offers these entry points", () => {
    expect(manifest.exports).toEqual({
      ".": { types: "./dist/lib/index.d.ts", default: "./dist/lib/index.js" },
      "./schema/letscode-rpc-1.schema.json": "./schema/letscode-rpc-1.schema.json",
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
    "ImageBlock",
    "ImageInput",
    "Json",
    "JsonObject",
    "LLMClient",
    "LLMRequest",
    "LoopInput",
    "LoopPorts",
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
    "PermissionMode",
    "PermissionRequest",
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
    "ToolCallStart",
    "ToolContext",
    "ToolExecutionEnd",
    "ToolExecutionStart",
    "ToolExecutionUpdate",
    "ToolOutput",
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

/** What a file that only re-exports offers, by name. */
function exportsOf(path: string): { values: string[]; types: string[] } {
  const file = ts.createSourceFile(path, text(path), ts.ScriptTarget.Latest, true);
  const found = { values: [] as string[], types: [] as string[] };
  for (const statement of file.statements) {
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
