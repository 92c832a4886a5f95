/** A provider that follows a script, a project, and letscode in a terminal in front of both. */
import { onTestFinished } from "vitest";
import { type ProviderServer, startProviderServer } from "../loopback/provider-server.ts";
import { World } from "../print/command.ts";
import { openTerminal, type TerminalStart, type TestTerminal } from "./terminal.ts";

/** The windows that all of it is tried in: columns and rows. */
export const SIZES: readonly (readonly [number, number])[] = [
  [80, 24],
  [40, 10],
];

/** What the editor shows while it is empty and nothing runs. */
export const AT_REST = "> ask, or /help";

/** All of it. */
export interface Scene {
  readonly world: World;
  readonly server: ProviderServer;
  /** The flags that every start has. */
  readonly flags: readonly string[];
  /** Starts letscode; resolves when its conversation is open. */
  open(start?: TerminalStart): Promise<TestTerminal>;
  /** What the user said, request by request. */
  prompts(): string[][];
}

/** Sets it up; the server is closed when the test is over. */
export async function setScene(world = new World()): Promise<Scene> {
  const server = await startProviderServer();
  onTestFinished(() => server.close());
  const flags = ["--base-url", server.baseUrl, "--model", "m"];
  return {
    world,
    server,
    flags,
    async open(start = {}) {
      const terminal = openTerminal(world, { ...start, args: [...flags, ...(start.args ?? [])] });
      await terminal.shows(/^(openai-compatible\/)?m( ·|$)/m);
      return terminal;
    },
    prompts: () =>
      server.requests.map(({ json }) =>
        json.messages
          .filter(({ role }: { role: string }) => role === "user")
          .map(({ content }: { content: string }) => content),
      ),
  };
}
