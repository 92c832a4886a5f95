/** The terminal door: one conversation at a time, drawn from its events, fed with keys. */
import type { Agent } from "../agent/agent.ts";
import type { RunResult } from "../agent/agent-options.ts";
import { type Clock, within } from "../clock.ts";
import { errorText } from "../errors.ts";
import type { Asker, PermissionAnswer } from "../permissions/decision.ts";
import type { Redactor } from "../secrets/redactor.ts";
import { findCommand, runCommand } from "./commands.ts";
import { type Completion, complete, completed } from "./complete.ts";
import { createEditor, type Editor, edit, sent, wholeText, withText } from "./editor.ts";
import type { EventLines } from "./event-lines.ts";
import { type Key, KeyReader } from "./keys.ts";
import { liveRegion } from "./live-region.ts";
import { isControl, isKey, type Panel } from "./panel.ts";
import { PermissionPanel } from "./permission-panel.ts";
import { type Choice, Picker } from "./picker.ts";
import type { TerminalPort } from "./port.ts";
import { createDumbScreen, createScreen, type Screen } from "./screen.ts";
import { type Status, statusOf } from "./status-line.ts";
import type { Style } from "./style.ts";
import type { Tty } from "./tty.ts";

/** What the door is made of. */
export interface TerminalOptions {
  tty: Tty;
  style: Style;
  clock: Clock;
  /** The folder of the conversation, absolute. */
  workspace: string;
  /** Opens the rest once the editor is there; what it rejects with ends the door. */
  connect(): Promise<{ port: TerminalPort; redactor: Redactor }>;
}

const FRAME_MS = 33;
const TICK_MS = 100;
/** How long a key waits for what may belong to it. */
const FLUSH_MS = 20;
/** A second Ctrl+C within this time leaves. */
const AGAIN_MS = 2000;
const LAST_WORDS_MS = 2000;
const HISTORY_MESSAGES = 30;
const INTERRUPTED = 130;

/** The door. `run` once. */
export class TerminalApp {
  readonly #options: TerminalOptions;
  readonly #screen: Screen;
  readonly #keys = new KeyReader((key) => this.#key(key));
  readonly #left: Promise<number>;
  #leave: (code: number) => void = () => {};
  #editor: Editor = createEditor();
  #lines: EventLines | undefined;
  #agent: Agent | undefined;
  #port: TerminalPort | undefined;
  #redactor: Redactor | undefined;
  #status: Status | undefined;
  #panel: Panel | undefined;
  #completion: (Completion & { at: number }) | undefined;
  #notes: string[] = [];
  #hint = "";
  /** What was sent before there was a conversation. */
  #early: string[] = [];
  #isWorking = false;
  #interruptedAt = Number.NEGATIVE_INFINITY;
  #isPaused = false;
  #cancelFrame: (() => void) | undefined;
  #cancelTick: (() => void) | undefined;
  #cancelFlush: (() => void) | undefined;
  #drawnAt = Number.NEGATIVE_INFINITY;

  constructor(options: TerminalOptions) {
    this.#options = options;
    const write = (text: string) => options.tty.write(text);
    this.#screen = options.tty.isDumb ? createDumbScreen(write, "> ") : createScreen(write);
    this.#left = new Promise((resolve) => {
      this.#leave = resolve;
    });
  }

  /** Resolves with the exit code when the person has left; the terminal is as it was by then. */
  async run(): Promise<number> {
    const { tty, clock } = this.#options;
    tty.start({
      bytes: (bytes) => this.#bytes(bytes),
      resized: () => {
        this.#screen.resized(tty.columns);
        this.#changed();
      },
      resumed: () => {
        this.#screen.forget();
        this.#changed();
      },
    });
    this.#draw();
    try {
      const code = await Promise.race([this.#left, this.#open().then(() => this.#left)]);
      if (this.#agent) await within(clock, LAST_WORDS_MS, this.#agent.close());
      return code;
    } finally {
      this.#isPaused = true;
      for (const cancel of [this.#cancelFrame, this.#cancelTick, this.#cancelFlush]) cancel?.();
      this.#panel?.cancel();
      this.#flushFinished();
      this.#screen.clear();
      tty.stop();
    }
  }

  /** Ends it, as a signal does. */
  end(code: number): void {
    this.#leave(code);
  }

  /** A line for people, above the editor. */
  note(text: string): void {
    if (this.#lines) this.#lines.note(text);
    else this.#notes.push(text);
    this.#changed();
  }

  async #open(): Promise<void> {
    const [{ EventLines }, { port, redactor }] = await Promise.all([
      import("./event-lines.ts"),
      this.#options.connect(),
    ]);
    this.#port = port;
    this.#redactor = redactor;
    const { tty, style, clock } = this.#options;
    this.#lines = new EventLines(() => ({ style, columns: tty.columns - 1 }), clock);
    for (const note of this.#notes.splice(0)) this.#lines.note(note);
    const history = [...(await port.history())];
    this.#editor = { ...this.#editor, history, at: history.length };
    await this.#change();
    for (const text of this.#early.splice(0)) this.#send(text, false);
  }

  async #change(sessionId?: string): Promise<void> {
    const old = this.#agent;
    if (old && sessionId !== undefined) await old.close();
    const agent = (await this.#port?.openAgent(this.#asker(), sessionId)) as Agent;
    this.#agent = agent;
    agent.subscribe((event) => {
      this.#lines?.take(event);
      if (event.type === "message_end" || event.type === "agent_end") this.#status = statusOf(agent.state);
      this.#changed();
    });
    if (agent.state.messages.length > 0) this.#lines?.history(agent.state.messages, HISTORY_MESSAGES);
    this.#status = statusOf(agent.state);
    this.#changed();
  }

  #bytes(bytes: Uint8Array): void {
    this.#cancelFlush?.();
    this.#keys.push(bytes);
    if (this.#keys.isWaiting)
      this.#cancelFlush = this.#options.clock.after(FLUSH_MS, () => this.#keys.flush());
  }

  #key(key: Key): void {
    this.#changed();
    if (isControl(key, "c")) return this.#interrupt();
    this.#hint = "";
    if (isControl(key, "z")) return this.#suspend();
    if (this.#panel) return this.#panel.key(key);
    if (this.#completionKey(key)) return;
    if (key.type === "key" && key.name === "enter" && !key.shift && !key.ctrl) return this.#enter(key.alt);
    if (isKey(key, "escape")) return this.#stop();
    if (isControl(key, "d") && this.#editor.text === "") return this.#leave(0);
    if (isControl(key, "g")) return void this.#editOutside();
    if (isControl(key, "l")) return this.#screen.resized(this.#options.tty.columns);
    const mayRetry = this.#lines?.canRetry && !this.#isWorking && this.#editor.text === "";
    if (mayRetry && key.type === "text" && key.text === "r") return this.#work((agent) => agent.retry());
    const before = this.#editor.text;
    this.#editor = edit(this.#editor, key);
    if (this.#editor.text !== before) void this.#complete();
  }

  #interrupt(): void {
    const now = this.#options.clock.now();
    if (now - this.#interruptedAt < AGAIN_MS) return this.#leave(INTERRUPTED);
    this.#interruptedAt = now;
    this.#hint = "Ctrl+C again leaves";
    if (this.#isWorking) this.#stop();
    else if (this.#panel) this.#panel.cancel();
    else if (this.#editor.text !== "") this.#editor = withText(this.#editor, "");
  }

  /** Ends the run; what waits to be said is a draft again. */
  #stop(): void {
    const agent = this.#agent;
    if (!agent || !this.#isWorking) return;
    const { steer, followUp } = agent.state.queues;
    const waiting = [...steer, ...followUp].map(({ content }) =>
      content.map((block) => (block.type === "text" ? block.text : "")).join(""),
    );
    const draft = [...waiting, this.#editor.text].filter((text) => text !== "").join("\n");
    if (waiting.length > 0) this.#editor = withText(this.#editor, draft);
    void agent.abort({ clearQueue: true });
  }

  #enter(isLater: boolean): void {
    if (this.#options.tty.isDumb) this.#screen.forget();
    const text = wholeText(this.#editor);
    if (text.trim() === "") return;
    this.#editor = sent(this.#editor);
    this.#completion = undefined;
    this.#port?.remember(text);
    this.#send(text, isLater);
  }

  #send(text: string, isLater: boolean): void {
    const agent = this.#agent;
    const found = findCommand(text);
    if (found?.command.name === "quit") return this.#leave(0);
    if (!agent) {
      this.#early.push(text);
      return;
    }
    if (found && (found.command.run || this.#isWorking)) return void this.#command(found, agent);
    if (!this.#isWorking) return this.#work(() => agent.prompt(text));
    if (isLater) agent.followUp(text);
    else agent.steer(text);
  }

  async #command(found: NonNullable<ReturnType<typeof findCommand>>, agent: Agent): Promise<void> {
    const port = this.#port as TerminalPort;
    const answer = await runCommand(found, {
      agent,
      port,
      isRunning: this.#isWorking,
      pick: (title, choices) => this.#pick(title, choices),
      change: (id) => this.#change(id),
      quit: () => this.#leave(0),
    });
    if (answer !== undefined) this.note(this.#redactor?.text(answer) ?? answer);
    if (this.#agent) this.#status = statusOf(this.#agent.state);
    this.#changed();
  }

  #work(run: (agent: Agent) => Promise<RunResult>): void {
    const agent = this.#agent as Agent;
    this.#isWorking = true;
    void run(agent)
      .then((result) => {
        if (result.stop_reason === "command") this.note(result.error ?? result.output ?? "");
        else if (this.#lines?.canRetry) this.note("(press 'r' to retry)");
      })
      .catch((thrown) => this.note(errorText(thrown)))
      .finally(() => {
        this.#isWorking = false;
        this.#status = statusOf(agent.state);
        this.#changed();
      });
  }

  #asker(): Asker {
    return {
      oneAtATime: true,
      permission: (request, signal) =>
        new Promise<PermissionAnswer>((resolve) => {
          if (signal.aborted) return resolve({ decision: "deny" });
          const stop = () => panel.cancel();
          const panel = new PermissionPanel(this.#clean(request), this.#options.style, (answer) => {
            signal.removeEventListener("abort", stop);
            this.#close(panel);
            resolve(answer ?? { decision: "deny", reason: `${request.reason}, and there was no answer` });
          });
          signal.addEventListener("abort", stop, { once: true });
          this.#show(panel);
        }),
    };
  }

  #clean<T>(value: T): T {
    return this.#redactor ? JSON.parse(this.#redactor.line(value, JSON.stringify)) : value;
  }

  #pick(title: string, choices: readonly Choice[]): Promise<string | undefined> {
    return new Promise((resolve) => {
      const panel = new Picker(title, choices, this.#options.style, (value) => {
        this.#close(panel);
        resolve(value);
      });
      this.#show(panel);
    });
  }

  #show(panel: Panel): void {
    this.#panel = panel;
    const { tty } = this.#options;
    if (tty.isDumb) for (const line of panel.view(tty.columns, tty.rows).lines) this.note(line);
    this.#changed();
  }

  #close(panel: Panel): void {
    if (this.#panel === panel) this.#panel = undefined;
    this.#changed();
  }

  async #complete(): Promise<void> {
    const asked = this.#editor;
    const found = await complete(asked, this.#options.workspace);
    if (this.#editor.text !== asked.text) return;
    this.#completion = found && { ...found, at: 0 };
    this.#changed();
  }

  /** True when the key was for the list of completions. */
  #completionKey(key: Key): boolean {
    const list = this.#completion;
    if (!list) return false;
    const step = isKey(key, "down") ? 1 : isKey(key, "up") ? -1 : 0;
    const item = list.items[list.at];
    if (step !== 0)
      this.#completion = { ...list, at: (list.at + step + list.items.length) % list.items.length };
    else if (isKey(key, "escape")) this.#completion = undefined;
    else if (
      item &&
      (isKey(key, "tab") || (isKey(key, "enter") && !isWhole(this.#editor, list, item.text)))
    ) {
      this.#editor = completed(this.#editor, list, item);
      this.#completion = undefined;
      if (item.text.endsWith("/")) void this.#complete();
    } else return false;
    return true;
  }

  #suspend(): void {
    if (this.#options.tty.isDumb) return;
    this.#screen.clear();
    this.#options.tty.suspend();
  }

  async #editOutside(): Promise<void> {
    if (!this.#port) return;
    this.#isPaused = true;
    this.#screen.clear();
    const text = await this.#port.editOutside(wholeText(this.#editor));
    this.#isPaused = false;
    if (text !== undefined) this.#editor = withText(this.#editor, text.replace(/\n$/, ""));
    this.#screen.forget();
    this.#changed();
  }

  /** A frame soon: at once after a rest, and never more than thirty in a second. */
  #changed(): void {
    if (this.#cancelFrame || this.#isPaused) return;
    const { clock } = this.#options;
    const wait = Math.max(0, this.#drawnAt + FRAME_MS - clock.now());
    this.#cancelFrame = clock.after(wait, () => {
      this.#cancelFrame = undefined;
      this.#draw();
    });
  }

  #flushFinished(): void {
    const finished = this.#lines?.takeFinished() ?? [];
    if (finished.length > 0) this.#screen.draw(finished, [], undefined);
  }

  #draw(): void {
    if (this.#isPaused) return;
    const { tty, style, clock } = this.#options;
    this.#drawnAt = clock.now();
    const finished = this.#lines?.takeFinished() ?? [];
    const { lines, cursor } = liveRegion({
      columns: tty.columns,
      rows: tty.rows,
      style,
      lines: this.#lines,
      isWorking: this.#isWorking,
      queues: this.#agent?.state.queues,
      panel: this.#panel,
      editor: this.#editor,
      completion: this.#completion,
      status: this.#status,
      hint: this.#hint,
    });
    const mayType =
      tty.isDumb && this.#isWorking && !this.#panel
        ? undefined
        : (cursor ?? (tty.isDumb ? ORIGIN : undefined));
    this.#screen.draw(finished, lines, mayType);
    this.#cancelTick?.();
    if (this.#isWorking && !tty.isDumb) this.#cancelTick = clock.after(TICK_MS, () => this.#changed());
  }
}

const ORIGIN = { row: 0, column: 0 };

/** Enter sends what is written out already. */
function isWhole({ text, cursor }: Editor, { start }: Completion, item: string): boolean {
  return text.slice(start, cursor) === item.trimEnd();
}
