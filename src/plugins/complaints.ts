/** What went wrong in plugins, each told once. */

import { oneLine } from "../one-line.ts";
import type { Redactor } from "../secrets/redactor.ts";
import type { HookContext } from "./hooks.ts";
import type { HookName, LoadedPlugin } from "./loaded-plugin.ts";

/** The complaints of one conversation. The same one is a line and an event once; then it is only counted. */
export class Complaints {
  readonly #report: (line: string) => void;
  readonly #redactor: Redactor;
  readonly #counts = new Map<string, number>();

  constructor(to: { report(line: string): void; redactor: Redactor }) {
    this.#report = (line) => to.report(line);
    this.#redactor = to.redactor;
  }

  /** Names the plugin, on a line and, where there is a run to tell it, as an event. */
  add(plugin: LoadedPlugin, hook: HookName, problem: string, emit?: HookContext["emit"]): void {
    const then = hook === "letscode_before_tool_call" ? "and denies the call" : "and was skipped";
    const line = this.#redactor.text(`plugin ${oneLine(plugin.name)}: ${hook} failed ${then}: ${problem}`);
    const count = (this.#counts.get(line) ?? 0) + 1;
    this.#counts.set(line, count);
    if (count > 1) return;
    this.#report(line);
    emit?.({ type: "error", error: line, recoverable: true, code: "plugin" });
  }

  /** Says how often what was told once has happened in all, and forgets it. */
  close(): void {
    for (const [line, count] of this.#counts)
      if (count > 1) this.#report(`${line} (${count} times in this conversation)`);
    this.#counts.clear();
  }
}
