/** The built `letscode serve`, and clients of it. */
import { readFileSync } from "node:fs";
import { onTestFinished } from "vitest";
import type { Event } from "../../src/wire/events.ts";
import { type Message, open, type RawSocket } from "../server/listening.ts";
import { within } from "./alive.ts";
import { testFolder } from "./jsonrpc-host.ts";
import { type Letscode, startLetscode } from "./letscode.ts";

/** How it is started. */
export interface ServeOptions {
  cwd?: string;
  env?: Record<string, string>;
}

/** A server that listens. */
export interface Serving {
  host: Letscode;
  home: string;
  /** What it says it listens on. */
  address: string;
  /** What it wants; undefined when it wants nothing, or what the environment says. */
  token: string | undefined;
  /** A client that has said who it is. */
  connect(capabilities?: object): Promise<RawSocket>;
}

/** Starts it on the demo model, on any port of the loopback unless the flags say otherwise; killed with the test. */
export async function startServe(
  flags: readonly string[] = [],
  options: ServeOptions = {},
): Promise<Serving> {
  const home = options.env?.HOME ?? testFolder();
  const cwd = options.cwd ?? testFolder();
  const host = startLetscode(["serve", "--model", "demo", ...flags], {
    cwd,
    env: { HOME: home, ...options.env },
  });
  onTestFinished(async () => {
    host.child.kill("SIGKILL");
    await host.exited;
  });
  const gone = host.exited.then(() => {
    throw new Error(`letscode serve ended first: ${host.stderr()}`);
  });
  await Promise.race([gone, within(10_000, "it listens", () => /listening on .*\n/.test(host.text()))]);
  const [, address = ""] = /^letscode listening on (.*)\n/.exec(host.text()) ?? [];
  const file = tokenFile(host);
  const token = file === undefined ? undefined : readFileSync(file, "utf8").trim();
  return {
    host,
    home,
    address,
    token,
    async connect(capabilities) {
      const client = await open(address);
      const { error } = await client.initialize({
        ...(token !== undefined && { token }),
        ...(capabilities && { capabilities }),
      });
      if (error) throw new Error(error.message);
      return client;
    },
  };
}

/** The file that stderr names. */
export function tokenFile(host: Letscode): string | undefined {
  return /the token is in (.*)\n/.exec(host.stderr())?.[1];
}

/** The id of a new session that asks for nothing. */
export async function newSession(client: RawSocket, more: object = {}): Promise<string> {
  const { result, error } = await client.call("session.create", { permission_mode: "allow", ...more });
  if (error) throw new Error(error.message);
  return result.session_id;
}

/** Sends a prompt and does not wait. */
export function send(client: RawSocket, session_id: string, text: string): Promise<Message> {
  const sent = client.call("session.send", { session_id, text });
  sent.catch(() => {});
  return sent;
}

/** The first event of this type, past or future. */
export async function event(client: RawSocket, type: Event["type"]): Promise<Message> {
  const found = await client.waitFor(
    ({ method, params }) => method === "session.event" && params.event.type === type,
  );
  return found.params;
}

/** The types of the events so far, neighbouring updates once, and what else was told. */
export function told({ messages }: RawSocket): string[] {
  const words = messages.flatMap(({ method, params }) =>
    method === "session.event"
      ? [params.event.type as string]
      : method === undefined
        ? []
        : [method as string],
  );
  return words.filter((word, at) => word !== "message_update" || words[at - 1] !== word);
}
