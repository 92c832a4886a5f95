/** The options of doors that host programs use. */
import type { OptionSpec } from "./option-spec.ts";

/** A day, in seconds. */
export const DAY = 86_400;

/** A part of the table of options. */
export const HOST_OPTIONS = {
  /** Seconds a run may be silent once shutdown has begun. */
  shutdownGrace: {
    group: "Host programs",
    kind: "number",
    label: "SECONDS",
    min: 0,
    max: DAY,
    default: 300,
    doors: ["rpc", "jsonrpc", "serve"],
    help: "After bye, shutdown, the end of stdin or a server's SIGTERM, end a run that is silent for this long.",
  },
  /** Seconds after which shutdown ends any run. */
  shutdownMax: {
    group: "Host programs",
    kind: "number",
    label: "SECONDS",
    min: 0,
    max: DAY,
    default: 3600,
    doors: ["rpc", "jsonrpc", "serve"],
    help: "The longest a shutdown takes in all.",
  },
  /** The process whose end ends this one. */
  parentPid: {
    group: "Host programs",
    kind: "number",
    label: "PID",
    min: 1,
    max: 4_294_967_295,
    whole: true,
    flagOnly: true,
    doors: ["rpc", "jsonrpc", "serve"],
    help: "Exit when this process has ended.",
  },
  /** What `message_update.message` holds. */
  messageUpdates: {
    group: "Host programs",
    kind: "choice",
    choices: ["full", "reference"],
    default: "reference",
    doors: ["rpc"],
    help: "full repeats the whole partial message in every message_update; reference names it.",
  },
} as const satisfies Record<string, OptionSpec>;
