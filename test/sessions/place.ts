/** A home of its own for a store of conversations, and short ways to say what happens in one. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createRedactor } from "../../src/secrets/redactor.ts";
import { createSessionStore, type SessionStore } from "../../src/sessions/store.ts";
import type { Event } from "../../src/wire/events.ts";
import type { AssistantMessage, Message, ToolResultMessage, UserMessage } from "../../src/wire/messages.ts";

/** A folder that is gone after the test; its real path. */
export function folder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "letscode-sessions-")));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A store's world. */
export interface Place {
  home: string;
  workspace: string;
  /** What was reported. */
  reports: string[];
  /** Another store of the same world, as another process would open it. */
  store(options?: { folder?: string; workspace?: string; keys?: string[] }): SessionStore;
}

/** A new home with a project in it. */
export function place(): Place {
  const home = folder();
  const workspace = join(home, "app");
  mkdirSync(workspace);
  const reports: string[] = [];
  return {
    home,
    workspace,
    reports,
    store({ keys = [], ...options } = {}) {
      const store = createSessionStore({
        environment: {},
        home,
        platform: "linux",
        workspace,
        clock: { now: () => Date.UTC(2026, 0, 31, 12), after: () => () => {} },
        redactor: createRedactor(keys),
        report: (line) => reports.push(line),
        ...options,
      });
      onTestFinished(() => store.close());
      return store;
    },
  };
}

/** What the user says. */
export function user(id: string, text = `text of ${id}`): UserMessage {
  return { id, timestamp: 1, role: "user", content: [{ type: "text", text }] };
}

/** What the model says, with calls by their ids. */
export function assistant(id: string, ...calls: string[]): AssistantMessage {
  return {
    id,
    timestamp: 2,
    role: "assistant",
    content: [
      { type: "text", text: `text of ${id}` },
      ...calls.map((call) => ({ type: "tool_call" as const, tool_call_id: call, name: "ls", arguments: {} })),
    ],
    provider: "p",
    model: "m",
    usage: {
      input_tokens: 1,
      output_tokens: 1,
      cache_read_tokens: 0,
      cache_write_tokens: 0,
      reasoning_tokens: 0,
      cost_usd: null,
    },
    stop_reason: calls.length > 0 ? "tool_use" : "end_turn",
  };
}

/** What a call came to. */
export function result(id: string, call: string): ToolResultMessage {
  return {
    id,
    timestamp: 3,
    role: "tool_result",
    tool_call_id: call,
    tool_name: "ls",
    content: [{ type: "text", text: `text of ${id}` }],
    is_error: false,
  };
}

/** A message that is final. */
export function ended(message: Message): Event {
  return { type: "message_end", message };
}

/** A line of a conversation's file. */
export function line(message: Message): string {
  return `${JSON.stringify({ type: "message", message })}\n`;
}

/** The first line of a file of this id in this folder. */
export function header(id: string, cwd: string, more: object = {}): string {
  return `${JSON.stringify({ type: "session", version: 1, id, cwd, created: 5, ...more })}\n`;
}
