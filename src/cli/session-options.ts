/** The options that say where a conversation is kept and which one goes on. */
import type { OptionSpec } from "./option-spec.ts";

/** A part of the table of options. */
export const SESSION_OPTIONS = {
  /** Go on with the newest conversation of the workspace. */
  continue: {
    group: "Conversations",
    kind: "switch",
    flagOnly: true,
    doors: ["print", "rpc", "terminal"],
    help: "Go on with the newest conversation of this folder.",
  },
  /** Go on with a conversation of the workspace; empty: with the one that is picked from a list. */
  resume: {
    group: "Conversations",
    kind: "conversation",
    label: "ID",
    bare: "",
    flagOnly: true,
    doors: ["print", "rpc", "terminal"],
    help: "Go on with the conversation of this id, or of the only one that begins so. Alone, on a terminal, it asks which.",
  },
  /** Go on with a conversation, or begin one in a file that is not there yet. */
  session: {
    group: "Conversations",
    kind: "conversation",
    label: "ID|FILE",
    flagOnly: true,
    doors: ["print", "rpc", "terminal"],
    help: "The same; what holds a slash or ends in .jsonl is a file, in which a conversation begins if there is none.",
  },
  /** Where conversations lie instead of the user's state folder. */
  sessionDir: {
    group: "Conversations",
    kind: "path",
    label: "DIR",
    help: "Keep conversations in this folder instead of the state folder.",
  },
  /** Save nothing. */
  noSession: {
    group: "Conversations",
    kind: "switch",
    help: "Do not save the conversation.",
  },
} as const satisfies Record<string, OptionSpec>;
