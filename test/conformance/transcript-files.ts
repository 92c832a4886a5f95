/** The transcripts of the project. */
import { readdirSync, readFileSync } from "node:fs";
import { parseTranscript, type Transcript } from "../../conformance/engine/transcript.mjs";

/** Where they are. */
export const folder = new URL("../../conformance/transcripts/", import.meta.url);

/** A transcript and its path in the folder. */
export interface Named {
  name: string;
  transcript: Transcript;
}

/** All of them, or those that lie in the folder itself: those of rpc. */
export function allTranscripts({ rpcOnly = false }: { rpcOnly?: boolean } = {}): Named[] {
  return readdirSync(folder, { recursive: !rpcOnly, encoding: "utf8" })
    .filter((name) => name.endsWith(".txt"))
    .map((name) => ({ name, transcript: parseTranscript(readFileSync(new URL(name, folder), "utf8")) }));
}
