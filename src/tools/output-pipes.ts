/**
 * Pipes for a command's output. Node hands its children sockets, and on Linux a socket cannot be opened again by name:
 * `echo oops > /dev/stderr` and `tee /dev/stdout` fail. Named pipes, unlinked as soon as both ends are open, can.
 */
import { randomUUID } from "node:crypto";
import { closeSync, constants, openSync } from "node:fs";
import { rm } from "node:fs/promises";
import { Socket } from "node:net";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { makeFolders } from "./make-folders.ts";

/** Two pipes: our ends to read from, the command's to hand over. */
export interface OutputPipes {
  stdout: Readable;
  stderr: Readable;
  /** Descriptors for the child; `release` closes our copies once it has its own. */
  descriptors: [stdout: number, stderr: number];
  /** A command is about to write: until now they have kept nobody alive, from now on they do while they are open. */
  use(): void;
  release(): void;
  /** Closes everything: there was no child to hand them to. */
  close(): void;
}

/**
 * Makes both pipes, in a folder of their own in `tempFolder` for as long as that takes. Rejects where that is not possible.
 * `environment` tells where `mkfifo` is.
 */
export async function openOutputPipes(
  tempFolder: string,
  environment: Readonly<Record<string, string>>,
): Promise<OutputPipes> {
  const folder = join(tempFolder, `pipes-${randomUUID()}`);
  const opened: number[] = [];
  try {
    makeFolders(folder, 0o700);
    const paths = [join(folder, "stdout"), join(folder, "stderr")];
    await makeNamedPipes(paths, environment);
    // Reading ends first, not blocking: then the writing ends open at once.
    for (const path of paths) opened.push(openSync(path, constants.O_RDONLY | constants.O_NONBLOCK));
    for (const path of paths) opened.push(openSync(path, constants.O_WRONLY));
  } catch (error) {
    for (const descriptor of opened) closeSync(descriptor);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const [outRead, errRead, outWrite, errWrite] = opened as [number, number, number, number];
  const stdout = new Socket({ fd: outRead, readable: true, writable: false });
  const stderr = new Socket({ fd: errRead, readable: true, writable: false });
  stdout.unref();
  stderr.unref();
  const release = () => {
    closeSync(outWrite);
    closeSync(errWrite);
  };
  return {
    stdout,
    stderr,
    descriptors: [outWrite, errWrite],
    release,
    use() {
      stdout.ref();
      stderr.ref();
    },
    close() {
      release();
      stdout.destroy();
      stderr.destroy();
    },
  };
}

async function makeNamedPipes(paths: string[], env: Readonly<Record<string, string>>): Promise<void> {
  const { execFile } = await import("node:child_process");
  await new Promise<void>((resolve, reject) => {
    execFile("mkfifo", ["-m", "600", ...paths], { env }, (error) =>
      error === null ? resolve() : reject(error),
    );
  });
}
