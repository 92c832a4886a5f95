/** The terminal as this door sees it; the command puts the process's streams behind it. */

/** Whoever is told what comes from it. */
export interface TtyListener {
  bytes(bytes: Uint8Array): void;
  resized(): void;
  /** It is ours again after the process was stopped. */
  resumed(): void;
  /** Nobody can type any more. */
  closed(): void;
}

/** A terminal that a person sits at. */
export interface Tty {
  readonly columns: number;
  readonly rows: number;
  /** It understands no cursor movements, and edits lines by itself. */
  readonly isDumb: boolean;
  /** It is made of xterm.js, as the ones inside editors are. */
  readonly isXtermJs: boolean;
  write(text: string): void;
  /** Takes it over: keys come as they are pressed, pastes in brackets. */
  start(listener: TtyListener): void;
  /** Gives it back as it was. Any number of times, and from an exit too. */
  stop(): void;
  /** Takes it over again after `stop`. */
  resume(): void;
  /** Gives it back and stops the process, as Ctrl+Z does elsewhere. */
  suspend(): void;
}
