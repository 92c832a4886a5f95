/** The whole of `letscode-rpc/1` in two types: what goes in and what comes out. The schema is generated from here. */
import type { Command } from "./commands.ts";
import type { ControlMessage } from "./control.ts";
import type { Event } from "./events.ts";

/** A line to the process. */
export type RpcInput = Command;

/** A line from the process. */
export type RpcOutput = ControlMessage | Event;
