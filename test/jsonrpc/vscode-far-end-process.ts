/** The same as a process of its own, over stdio. */
import { openVscodeFarEnd } from "./vscode-far-end.ts";

openVscodeFarEnd(process.stdin, process.stdout).onClose(() => process.exit(0));
