/** The doors besides rpc through which a transcript of rpc can be played: commands in, events out. */
import { isObject } from "../../conformance/engine/match.mjs";
import { Stage } from "../../conformance/engine/stage.mjs";
import { LetscodeClient } from "../../src/client/client.ts";
import type { ProcessOptions } from "../../src/client/letscode-process.ts";
import { RpcClient } from "../../src/client/rpc-client.ts";
import type { Run } from "../../src/client/run.ts";
import type { ImageInput } from "../../src/wire/commands.ts";
import type { Json, JsonObject } from "../../src/wire/messages.ts";
import { LETSCODE } from "../process/letscode.ts";

/** A command of rpc that every door has. */
export type SharedCommand =
  | { cmd: "prompt" | "steer" | "follow_up"; text: string; images?: ImageInput[] }
  | { cmd: "abort"; clear_queue?: boolean }
  | { cmd: "reset" };

/** One conversation behind a door. */
export interface Door {
  /** Resolves when the command is done; rejects when it was refused. */
  command(command: SharedCommand): Promise<unknown>;
  /** Resolves when the process has ended. */
  end(): Promise<void>;
}

/** Opens a door in the workspace of the stage, which is made for it; every event goes to `onEvent`, as JSON. */
export interface DoorKind {
  stage(args: readonly string[]): Stage;
  open(stage: Stage, args: readonly string[], onEvent: (event: Json) => void): Promise<Door>;
}

const COMMAND = [process.execPath, LETSCODE];
const stageFor = (door: "rpc" | "jsonrpc") => (args: readonly string[]) =>
  new Stage({ command: COMMAND, door, over: "stdio", args });

/** `letscode --mode jsonrpc`, frame by frame. */
export const jsonrpc: DoorKind = {
  stage: stageFor("jsonrpc"),
  async open(stage, args, onEvent) {
    await stage.start();
    const connection = await stage.connection(1);
    let lastId = 0;
    let read = 0;
    /** Hands on the events of the messages that have come. */
    const pass = () => {
      for (const message of connection.messages.slice(read)) {
        const { event } = isObject(message) && isObject(message.params) ? message.params : {};
        if (event !== undefined) onEvent(event);
      }
      read = connection.messages.length;
    };
    const call = async (method: string, params: object): Promise<JsonObject> => {
      const id = ++lastId;
      connection.send([{ kind: "message", text: JSON.stringify({ jsonrpc: "2.0", id, method, params }) }]);
      const answer = () =>
        connection.messages
          .filter(isObject)
          .find((message) => message.method === undefined && message.id === id);
      await connection.when(() => {
        pass();
        return answer() !== undefined;
      });
      const { result, error } = answer() ?? {};
      if (!isObject(result ?? {})) throw new Error(JSON.stringify(error));
      if (error !== undefined) throw new Error(JSON.stringify(error));
      return (result ?? {}) as JsonObject;
    };
    await call("initialize", { protocol: "letscode-jsonrpc/1", client: { name: "test", version: "1" } });
    const { session_id } = await call(
      "session.create",
      modeOf(args) === "allow" ? { permission_mode: "allow" } : {},
    );
    return {
      command: ({ cmd, ...params }) =>
        call(`session.${cmd === "prompt" ? "send" : cmd}`, { session_id, ...params }),
      async end() {
        connection.endInput();
        await stage.end();
        pass();
      },
    };
  },
};

/** The SDK's client of `--mode rpc`. */
export const rpcClient: DoorKind = {
  stage: stageFor("rpc"),
  async open(stage, args, onEvent) {
    const client = await RpcClient.start({ ...processOf(stage, args), permissions: modeOf(args) });
    return {
      command: (command) => {
        if (command.cmd === "prompt") return follow(client.prompt(command.text, command), onEvent);
        if (command.cmd === "abort") return client.abort({ clearQueue: command.clear_queue ?? false });
        if (command.cmd === "reset") return client.reset();
        return command.cmd === "steer"
          ? client.steer(command.text, command.images)
          : client.followUp(command.text, command.images);
      },
      end: () => client.bye(),
    };
  },
};

/** The SDK's client of many sessions. */
export const letscodeClient: DoorKind = {
  stage: stageFor("jsonrpc"),
  async open(stage, args, onEvent) {
    const client = await LetscodeClient.start(processOf(stage, args));
    const session = await client.createSession({ permissions: modeOf(args) });
    return {
      command: (command) => {
        if (command.cmd === "prompt") return follow(session.send(command.text, command), onEvent);
        if (command.cmd === "abort") return session.abort({ clearQueue: command.clear_queue ?? false });
        if (command.cmd === "reset") return session.reset();
        return command.cmd === "steer"
          ? session.steer(command.text, command.images)
          : session.followUp(command.text, command.images);
      },
      end: () => client.close(),
    };
  },
};

/** What a session is allowed when the arguments do not say: rpc allows everything. */
export function modeOf(args: readonly string[]): "allow" | "read-only" {
  return args.includes("read-only") ? "read-only" : "allow";
}

async function follow(run: Run, onEvent: (event: Json) => void): Promise<void> {
  for await (const event of run) onEvent(JSON.parse(JSON.stringify(event)));
  await run.result;
}

function processOf(stage: Stage, args: readonly string[]): ProcessOptions {
  return {
    command: COMMAND,
    args: args.map((word) => stage.particular(word, (place) => place)),
    cwd: stage.workspace,
    env: stage.env,
  };
}
