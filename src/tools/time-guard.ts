/** A limit on computations that might never end, such as a regular expression gone wild. */
import { createContext, Script } from "node:vm";

/** Runs something that does not wait for anything; false: it was cut off in the middle after `ms` milliseconds. */
export type TimeGuard = (run: () => void, ms: number) => boolean;

/** A guard; what it runs may be cut off between any two steps and must be able to go on from there. */
export function createTimeGuard(): TimeGuard {
  const box: { run: () => void } = { run: () => {} };
  const context = createContext(box);
  const script = new Script("run()");
  return (run, ms) => {
    box.run = run;
    try {
      script.runInContext(context, { timeout: ms });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return false;
      throw error;
    }
  };
}
