import { expect, it } from "vitest";
import { runInHost } from "./bash-host.ts";

const MB = 1_000_000;

it("20 s of endless lines cost less than 300 MB and keep head and tail [D16]", async () => {
  const { result, deltas, peakBytes } = await runInHost("timeout 20 yes");
  expect(peakBytes).toBeLessThan(300 * MB);
  expect(result.details).toMatchObject({ exit_code: 124, truncated: true });
  expect(result.content[0].text).toMatch(
    /^(y\n){1000}\[… [\d,]+ lines, [\d.]+ [MG]B left out here; its first 67\.1 MB are in \S+ …\]\n(y\n){1000}\[exit code 124\]$/,
  );
  expect(deltas.join("").length).toBeLessThan(1.1 * MB);
}, 60_000);

it("3 GB without a line cost less than 300 MB [D16]", async () => {
  const { result, deltas, peakBytes } = await runInHost("head -c 3G /dev/zero");
  expect(peakBytes).toBeLessThan(300 * MB);
  expect(result.content).toEqual([{ type: "text", text: "(no visible output: 3.2 GB of it came)" }]);
  expect(deltas).toEqual([]);
}, 60_000);

it("5 million short lines cost less than 300 MB, and the whole is in the file [D16]", async () => {
  const { result, peakBytes } = await runInHost("seq 1 5000000");
  expect(peakBytes).toBeLessThan(300 * MB);
  const lines = result.content[0].text.split("\n");
  expect([lines[0], lines[999], lines[1001], lines.at(-1)]).toEqual(["1", "1000", "4999001", "5000000"]);
  expect(lines[1000]).toMatch(
    /^\[… 4,998,000 lines, 38\.9 MB left out here; the whole output is in \S+ …\]$/,
  );
}, 60_000);
