/**
 * Ends process groups when letscode itself is killed and cannot do it. A tiny shell holds the other end of a pipe to us
 * in a session of its own, so that no Ctrl+C reaches it; the kernel closes the pipe whatever we die of.
 */
import type { ChildProcess } from "node:child_process";

/**
 * Reads `+GROUP` and `-GROUP`; at the end of input, kills what is registered, with nothing but shell built-ins. Then it
 * removes the folder of long outputs, which nobody else could.
 */
const SCRIPT = `trap '' HUP INT QUIT TERM
groups=' '
while IFS= read -r line; do
  group=\${line#?}
  case $line in
    +*) groups="$groups$group " ;;
    -*) case $groups in *" $group "*) groups="\${groups%%" $group "*} \${groups#*" $group "}" ;; esac ;;
  esac
done
for group in $groups; do kill -s KILL -- "-$group"; done
PATH=/usr/bin:/bin
[ -n "$1" ] && rm -rf -- "$1"`;

/** Watches over one letscode process; never keeps it alive. */
export interface Watchdog {
  /** From now on the group ends with us; in force when this returns. */
  add(group: number): void;
  /** The group is gone and its number may belong to somebody else. */
  remove(group: number): void;
  /** Dismisses it; what is still registered is killed. */
  close(): void;
}

/** A watchdog over groups and one folder that starts with the first group it is given, and anew when somebody killed it. POSIX only. */
export function createWatchdog(spawn: typeof import("node:child_process").spawn, tempFolder = ""): Watchdog {
  const groups = new Set<number>();
  let shell: ChildProcess | undefined;

  const start = () => {
    const started = spawn("/bin/sh", ["-c", SCRIPT, "sh", tempFolder], {
      cwd: "/",
      env: {},
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    const gone = () => {
      if (shell === started) shell = undefined;
    };
    started.on("exit", gone).on("error", gone);
    started.stdin?.on("error", gone);
    started.unref();
    // A pipe of a child process is a socket, whatever its type says.
    (started.stdin as { unref?(): void } | null)?.unref?.();
    return started;
  };

  return {
    add(group) {
      groups.add(group);
      if (shell === undefined) {
        shell = start();
        for (const other of groups) shell.stdin?.write(`+${other}\n`);
      } else shell.stdin?.write(`+${group}\n`);
    },
    remove(group) {
      if (groups.delete(group)) shell?.stdin?.write(`-${group}\n`);
    },
    close() {
      shell?.stdin?.end();
      shell = undefined;
      groups.clear();
    },
  };
}
