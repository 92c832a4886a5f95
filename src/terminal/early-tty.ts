/** The terminal until the editor is loaded: the prompt is there at once, and so is what is typed. */
import type { Style } from "./style.ts";
import type { Tty, TtyListener } from "./tty.ts";

/** What the editor begins with. */
export const PROMPT = "> ";
/** What stands there while nothing is typed. */
export const ASK_HINT = "ask, or /help";
/** The status line before there is a conversation. */
export const STARTING = "starting…";

const ESC = "\u001b[";
/** What Enter was before the terminal was ours, and what it is since. */
const [LINE_FEED, RETURN] = [10, 13];
/** How these are shown is known without the editor. */
const PLAIN = /^[\x20-\x7e]+$/;

/**
 * Takes the terminal over. Whoever starts the one that is returned gets all that came meanwhile, and finds the cursor in
 * the line of the prompt. Stopped before, it leaves nothing on the screen.
 */
export function earlyTty(tty: Tty, style: Style): Tty {
  const kept: Uint8Array[] = [];
  let listener: TtyListener | undefined;
  let isClosed = false;
  let typed = "";
  let isPlain = !tty.isDumb;

  const write = (text: string) => tty.write(`${ESC}?2026h${text}${ESC}?2026l`);
  const prompt = () => `\r${ESC}2K${style.cyan(PROMPT)}`;
  const draw = () => {
    const column = PROMPT.length + typed.length;
    const input = `${ESC}?7l${prompt()}${typed || style.dim(ASK_HINT)}`;
    write(`${input}\r\n${ESC}2K${style.dim(STARTING)}${ESC}?7h${ESC}A\r${ESC}${column}C`);
  };
  const show = (bytes: Uint8Array) => {
    const text = Buffer.from(bytes).toString("latin1");
    isPlain &&= PLAIN.test(text) && PROMPT.length + typed.length + text.length < tty.columns;
    if (!isPlain) return;
    typed += text;
    write(prompt() + typed);
  };

  tty.start({
    bytes(bytes) {
      if (listener) return listener.bytes(bytes);
      kept.push(bytes.map((byte) => (byte === LINE_FEED ? RETURN : byte)));
      show(bytes);
    },
    resized: () => listener?.resized(),
    resumed() {
      if (listener) listener.resumed();
      else if (!tty.isDumb) draw();
    },
    closed() {
      isClosed = true;
      listener?.closed();
    },
  });
  if (!tty.isDumb) draw();

  return Object.assign(Object.create(tty) as Tty, {
    start(to: TtyListener) {
      listener = to;
      for (const bytes of kept.splice(0)) to.bytes(bytes);
      if (isClosed) to.closed();
    },
    stop() {
      if (!listener && !tty.isDumb) tty.write(`\r${ESC}C${ESC}J\r${ESC}K`);
      tty.stop();
    },
  });
}
