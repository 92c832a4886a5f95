/** The terminal door: one conversation at a time, drawn from its events, fed with keys. */
import type { Agent } from "../agent/agent.ts";
import type { Redactor } from "../secrets/redactor.ts";
import type { Attaching } from "./attaching.ts";
import { cleanValue } from "./clean-value.ts";
import { Conversation } from "./conversation.ts";
import type { EventLines } from "./event-lines.ts";
import { Frames } from "./frames.ts";
import type { Key } from "./keys.ts";
import type { LastCalls } from "./last-call.ts";
import { type Lendable, lend, redraw, suspend, takeOver } from "./lending.ts";
import { liveRegion } from "./live-region.ts";
import { isControl, isKey, type Panel } from "./panel.ts";
import type { Panels } from "./panels.ts";
import type { TerminalOptions, TerminalPort } from "./port.ts";
import { RetryKey } from "./retry-key.ts";
import { Runs } from "./runs.ts";
import { createDumbScreen, createScreen, type Screen } from "./screen.ts";
import { type SendingOptions, sayNoModel, send } from "./sending.ts";
import { createTimedKeys, type TimedKeys } from "./timed-keys.ts";
import { Typing } from "./typing.ts";

/** A second Ctrl+C within this time leaves. */
const AGAIN_MS = 2000;
const INTERRUPTED = 130;
const HUNG_UP = 129;

/** The door. `run` once. */
export class TerminalApp {
  readonly #options: TerminalOptions;
  readonly #screen: Screen;
  readonly #keys: TimedKeys;
  readonly #frames: Frames;
  readonly #typing: Typing;
  readonly #conversation: Conversation;
  readonly #runs: Runs;
  readonly #retryKey: RetryKey;
  readonly #sending: SendingOptions;
  readonly #lendable: Lendable;
  readonly #left: Promise<number>;
  /** Ends it with this exit code, as a signal does. */
  end: (code: number) => void = () => {};
  #lines: EventLines | undefined;
  #port: TerminalPort | undefined;
  #redactor: Redactor | undefined;
  #panels: Panels | undefined;
  #attaching: Attaching | undefined;
  #calls: LastCalls | undefined;
  #notes: string[] = [];
  #hint = "";
  #interruptedAt = Number.NEGATIVE_INFINITY;

  constructor(options: TerminalOptions) {
    this.#options = options;
    const write = (text: string) => options.tty.write(text);
    this.#screen = options.tty.isDumb
      ? createDumbScreen(write, "> ")
      : createScreen(write, options.tty.isXtermJs, () => options.tty.rows);
    this.#keys = createTimedKeys(options.clock, (key) => this.#key(key));
    this.#frames = new Frames(options.clock, () => this.#draw());
    this.#lendable = { tty: options.tty, screen: this.#screen, frames: this.#frames };
    this.#typing = new Typing({
      ...options,
      commands: async () => this.#port?.commands() ?? [],
      models: async () => this.#port?.models() ?? [],
      onChange: () => this.#frames.changed(),
    });
    this.#conversation = new Conversation(options.clock, {
      event: (event) => {
        this.#lines?.take(event);
        this.#frames.changed();
      },
      send: (prompt) => send(this.#sending, prompt, false),
      noModel: (prompt) => sayNoModel(this.#sending, prompt),
    });
    this.#runs = new Runs({
      agent: () => this.#agent,
      canRetry: () => this.#lines?.canRetry ?? false,
      note: (text) => this.note(text),
      giveBack: (prompts) => this.#sending.giveBack(prompts),
      changed: () => this.#counted(),
    });
    this.#retryKey = new RetryKey(options.clock, this.#runs, this.#typing);
    this.#sending = {
      clock: options.clock,
      conversation: this.#conversation,
      runs: this.#runs,
      port: () => this.#port,
      columns: () => options.tty.columns,
      note: (text) => this.note(text),
      giveBack: (prompts) => this.#typing.replace([...prompts, this.#typing.prompt]),
      leave: () => this.end(0),
      changed: () => this.#counted(),
      pick: async (title, choices) => this.#panels?.pick(title, choices),
      change: (id, shows) => this.#change(id, shows),
    };
    this.#left = new Promise((resolve) => {
      this.end = resolve;
    });
  }

  /** Resolves with the exit code when the person has left; the terminal is as it was by then. */
  async run(): Promise<number> {
    const { tty } = this.#options;
    tty.start({
      bytes: (bytes) => this.#keys.push(bytes),
      resized: () => redraw(this.#lendable),
      resumed: () => takeOver(this.#lendable),
      closed: () => this.end(tty.isDumb ? 0 : HUNG_UP),
    });
    this.#frames.typed();
    try {
      const code = await Promise.race([this.#left, this.#open().then(() => this.#left)]);
      await this.#conversation.close();
      return code;
    } finally {
      this.#attaching?.cancel();
      this.#panels?.current?.cancel();
      this.stop();
    }
  }

  /** Gives the terminal back at once: what is finished stays on it, and nothing else. */
  stop(): void {
    this.#keys.close();
    this.#frames.pause();
    const finished = this.#lines?.takeFinished() ?? this.#notes;
    if (finished.length > 0) this.#screen.draw(finished, [], undefined);
    this.#screen.clear();
    this.#options.tty.stop();
  }

  /** A line for people, above the editor. */
  note(text: string): void {
    if (this.#lines) this.#lines.note(text);
    else this.#notes.push(text);
    this.#frames.changed();
  }

  async #open(): Promise<void> {
    const { tty, style, clock, workspace, connect } = this.#options;
    // A key that was typed meanwhile is shown before the next part is loaded.
    await this.#frames.afterKeys();
    const [{ EventLines }, { Panels }, { Attaching }] = await Promise.all([
      import("./event-lines.ts"),
      import("./panels.ts"),
      import("./attaching.ts"),
    ]);
    this.#panels = new Panels({
      style,
      clock,
      workspace,
      hasLines: tty.isDumb,
      isEmpty: () => this.#isEmpty && !this.#attaching?.isReading,
      takesEscape: () => this.#typing.list !== undefined || (this.#attaching?.isReading ?? false),
      type: (key) => this.#draftKey(key),
      stop: () => this.#runs.stop(),
      onShow: (panel) => this.#panelChanged(panel),
      onChange: () => this.#frames.changed(),
    });
    this.#lines = new EventLines(
      () => ({ style, columns: tty.columns - 1, rows: tty.rows }),
      clock,
      tty.isDumb,
    );
    for (const note of this.#notes.splice(0)) this.#lines.note(note);
    await this.#frames.afterKeys();
    const { port, redactor } = await connect();
    this.#lines.redactor = redactor;
    this.#port = port;
    this.#redactor = redactor;
    this.#typing.recall(port.history());
    this.#attaching = new Attaching({
      typing: this.#typing,
      clipboard: (signal) => port.clipboard(signal),
      note: (text) => this.note(text),
      key: (key) => this.#draftKey(key),
      onChange: () => this.#frames.changed(),
    });
    await this.#frames.afterKeys();
    await this.#change();
  }

  #change(sessionId?: string, shows = true): Promise<void> {
    const port = this.#port as TerminalPort;
    const asker = (this.#panels as Panels).asker((value) => cleanValue(value, this.#redactor));
    return this.#conversation.open(port.openAgent(asker, sessionId), ({ state: { messages } }) => {
      if (shows) this.#lines?.history(messages);
      this.#frames.changed();
    });
  }

  #key(key: Key): void {
    this.#frames.typed();
    const isFree = this.#isEmpty && !this.#panels?.current && !this.#conversation.isOpening;
    if (this.#retryKey.takes(key, isFree)) return;
    if (isControl(key, "c")) return this.interrupt();
    this.#hint = "";
    this.#interruptedAt = Number.NEGATIVE_INFINITY;
    if (isControl(key, "z")) return suspend(this.#lendable);
    if (!this.#panels?.takes(key)) this.#draftKey(key);
  }

  #draftKey(key: Key): void {
    if (this.#attaching?.takes(key) || this.#typing.listKey(key)) return;
    if (key.type === "key" && key.name === "enter" && !key.shift && !key.ctrl) return this.#enter(key.alt);
    if (isKey(key, "escape")) return this.#runs.stop();
    if (isControl(key, "d") && this.#isEmpty) return this.end(0);
    if (isControl(key, "g")) return void this.#editOutside();
    if (isControl(key, "r"))
      return void this.#typing.search((title, list) => this.#panels?.pick(title, list));
    if (isControl(key, "l")) return redraw(this.#lendable);
    if (isControl(key, "o")) return void this.#showCall();
    if ((isKey(key, "up") || isControl(key, "p")) && this.#isEmpty && this.#runs.takeBack()) return;
    this.#typing.key(key);
  }

  get #agent(): Agent | undefined {
    return this.#conversation.agent;
  }

  get #isEmpty(): boolean {
    return this.#typing.editor.text === "";
  }

  async #showCall(): Promise<void> {
    const { LastCalls } = await import("./last-call.ts");
    this.#calls ??= new LastCalls();
    this.#lines?.gap();
    this.note(this.#calls.next(this.#agent?.state.messages ?? []) ?? "no tool was called");
    this.#lines?.gap();
  }

  /** What Ctrl+C does. */
  interrupt(): void {
    const panel = this.#panels?.current;
    this.#panels?.typed();
    if (panel && !panel.isUnasked) return panel.cancel();
    const now = this.#options.clock.now();
    if (now - this.#interruptedAt < AGAIN_MS) return this.end(INTERRUPTED);
    this.#interruptedAt = now;
    this.#hint = "Ctrl+C again leaves";
    if (this.#options.tty.isDumb) this.note(this.#hint);
    if (this.#attaching?.cancel()) return;
    if (this.#runs.isWorking) this.#runs.stop();
    else if (panel) panel.cancel();
    else if (!this.#isEmpty) this.#typing.replace([]);
  }

  #enter(isLater: boolean): void {
    if (this.#options.tty.isDumb) this.#screen.forget();
    const prompt = this.#typing.take();
    if (prompt.text.trim() !== "") send(this.#sending, prompt, isLater);
  }

  #counted(): void {
    if (!this.#runs.isWorking) this.#lines?.gap();
    this.#conversation.recount();
    this.#frames.changed();
  }

  #panelChanged(panel: Panel | undefined): void {
    const { tty } = this.#options;
    if (panel && tty.isDumb) for (const line of panel.view(tty.columns, tty.rows).lines) this.note(line);
    this.#frames.changed();
  }

  async #editOutside(): Promise<void> {
    const port = this.#port;
    if (!port) return;
    const { text, images } = this.#typing.prompt;
    const edited = await lend(this.#lendable, () => port.editOutside(text));
    if (edited !== undefined) this.#typing.replace([{ text: edited.replace(/\n$/, ""), images }]);
  }

  #draw(): void {
    const { tty, style } = this.#options;
    const finished = this.#lines?.takeFinished() ?? [];
    const { lines, cursor } = liveRegion({
      columns: tty.columns,
      rows: tty.rows,
      style,
      lines: this.#lines,
      isWorking: this.#runs.isWorking,
      queues: this.#agent?.state.queues,
      panel: this.#panels?.current,
      isDrafting: this.#panels?.mode === "draft",
      editor: this.#typing.editor,
      completion: this.#typing.list,
      status: this.#conversation.status,
      hint: this.#attaching?.isReading ? "reading the image; Esc goes on without it" : this.#hint,
    });
    const waits = this.#panels?.current || !(this.#runs.isWorking || this.#conversation.isOpening);
    this.#screen.draw(finished, lines, tty.isDumb ? (waits ? { row: 0, column: 0 } : undefined) : cursor);
    this.#panels?.drawn();
    if (this.#runs.isWorking && !tty.isDumb) this.#frames.again();
  }
}
