/** A Unix socket that is its owner's alone, from the first moment to the last. */
import { once } from "node:events";
import { chmodSync, lstatSync, mkdtempSync, renameSync, rmSync, type Stats, unlinkSync } from "node:fs";
import { connect, type Server } from "node:net";
import { dirname, join } from "node:path";
import { UsageError } from "../errors.ts";
import { systemErrorText } from "../system-errors.ts";

/** The longest path of a socket that every system takes, in bytes. */
const LONGEST_PATH = 103;

/**
 * Listens at `path` with mode 0600. The socket of a server that has died is replaced; a UsageError when one lives there, or
 * anything else is there. The returned function removes the socket, unless another server has taken the place by then.
 */
export async function listenOnPath(server: Server, path: string): Promise<() => void> {
  if (Buffer.byteLength(path) > LONGEST_PATH)
    throw new UsageError(`--listen: the path of a socket may have ${LONGEST_PATH} bytes at most: ${path}`);
  try {
    await makeWay(path);
    await listenPrivately(server, path);
  } catch (thrown) {
    if (thrown instanceof UsageError) throw thrown;
    const { code } = thrown as NodeJS.ErrnoException;
    throw new UsageError(
      `--listen: cannot listen on ${path}: ${code === "ENOENT" ? "there is no such folder" : systemErrorText(thrown)}`,
    );
  }
  const own = lstatSync(path);
  return () => {
    try {
      const there = lstatSync(path);
      if (there.ino === own.ino && there.dev === own.dev) unlinkSync(path);
    } catch {
      // Somebody else removed it, or its folder.
    }
  };
}

/** It is made in a folder that nobody else can enter and moved when its mode is right: no moment is left to slip in. */
async function listenPrivately(server: Server, path: string): Promise<void> {
  const folder = mkdtempSync(join(dirname(path), ".letscode-"));
  try {
    const inside = join(folder, "s");
    server.listen({ path: inside });
    await once(server, "listening");
    chmodSync(inside, 0o600);
    renameSync(inside, path);
  } catch (thrown) {
    server.close();
    throw thrown;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function makeWay(path: string): Promise<void> {
  const there = look(path);
  if (!there) return;
  if (!there.isSocket())
    throw new UsageError(`--listen: ${path} is there and is no socket; name another path`);
  if (await isAnswered(path)) throw new UsageError(`--listen: a server listens on ${path} already`);
}

function look(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

/** Whether anybody listens there. Only a refusal says that nobody does. */
function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path });
    const done = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.once("connect", () => done(true));
    socket.once("error", ({ code }: NodeJS.ErrnoException) =>
      done(code !== "ECONNREFUSED" && code !== "ENOENT"),
    );
  });
}
