/** Whether somebody sits at this process's streams. */
import { isatty } from "node:tty";

/**
 * Whether a question would reach a person: stdin, stdout and stderr are all a terminal. A captured stdout means that a
 * program wants the answer, and nobody may see the question.
 */
export function isAttended(): boolean {
  return [0, 1, 2].every((stream) => isatty(stream));
}
