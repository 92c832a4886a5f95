/** The options of `letscode serve`. */
import { DAY } from "./host-options.ts";
import type { OptionSpec } from "./option-spec.ts";

/** A part of the table of options. */
export const SERVE_OPTIONS = {
  /** Where clients connect. */
  listen: {
    group: "Server",
    kind: "text",
    label: "HOST:PORT|unix:PATH",
    default: "127.0.0.1:0",
    flagOnly: true,
    doors: ["serve"],
    help: "Listen there. Without a HOST it is 127.0.0.1; port 0 is any that is free; unix:PATH is a socket for this user alone.",
  },
  /** The name of the environment variable that holds the token. */
  tokenEnv: {
    group: "Server",
    kind: "variable",
    label: "NAME",
    flagOnly: true,
    doors: ["serve"],
    help: "The environment variable that holds the token clients must bring. Absent: one is made, and stderr names the file that holds it.",
  },
  /** Let everybody in who can connect. */
  noToken: {
    group: "Server",
    kind: "switch",
    flagOnly: true,
    doors: ["serve"],
    help: "Ask for no token; only on the loopback or a Unix socket. On the loopback every user of the machine then has a shell as this one.",
  },
  /** Seconds after which a session is closed that nobody uses. */
  idleTimeout: {
    group: "Server",
    kind: "number",
    label: "SECONDS",
    min: 0,
    max: 7 * DAY,
    default: 1800,
    flagOnly: true,
    doors: ["serve"],
    help: "Close a session that does not run and that no client follows after this long; 0 never does. What is saved can be resumed.",
  },
  /** The most live sessions. */
  maxSessions: {
    group: "Server",
    kind: "number",
    label: "N",
    min: 1,
    max: 1_000_000,
    whole: true,
    flagOnly: true,
    doors: ["serve"],
    help: "Refuse to open more sessions than this at a time. Absent: no limit.",
  },
} as const satisfies Record<string, OptionSpec>;
