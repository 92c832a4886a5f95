import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { afterAll } from "vitest";

/**
 * Makes a program that plain Node runs in a process of its own, from source that may import `./NAME.js` of src/tools.
 * Everybody may read it; it goes away after the tests of the file.
 *
 * @returns the path of the program.
 */
export async function buildProgram(name: string, source: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "letscode-test-"));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const entry = fileURLToPath(new URL(`../../src/tools/${name}.ts`, import.meta.url));
  await build({
    configFile: false,
    logLevel: "silent",
    build: { ssr: entry, outDir: folder, emptyOutDir: false },
  });
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
  await writeFile(join(folder, "program.js"), source);
  await chmod(folder, 0o755);
  return join(folder, "program.js");
}
