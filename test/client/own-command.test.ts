import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { entryScript } from "../../src/client/own-command.ts";
import { RpcClient } from "../../src/client/rpc-client.ts";
import { processesOf } from "../process/alive.ts";

/** A new folder with these files, empty but for a package.json. */
function folderWith(...files: string[]): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "letscode-own-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), file.endsWith("package.json") ? '{"name":"letscode"}' : "");
  }
  return folder;
}

describe("the command that belongs to the library", () => {
  test.each(["dist/lib/client.js", "dist/lib/chunks/client.js", "src/client/own-command.ts"])(
    "is found beside %s",
    (module) => {
      const folder = folderWith("dist/cli/letscode.cjs", module);
      const found = entryScript(pathToFileURL(join(folder, module)).href);
      expect(found).toBe(join(folder, "dist/cli/letscode.cjs"));
    },
  );

  test("is found in the installed package when the library was bundled into a program", () => {
    const folder = folderWith("out/bundle.js", "node_modules/letscode/package.json");
    expect(entryScript(pathToFileURL(join(folder, "out/bundle.js")).href)).toBe(
      join(folder, "node_modules/letscode/dist/cli/letscode.cjs"),
    );
  });

  test("is asked for when it is nowhere", () => {
    const url = pathToFileURL(join(folderWith("bundle.js"), "bundle.js")).href;
    expect(() => entryScript(url)).toThrow(`no letscode command was found beside ${url}`);
  });

  test("is run by Electron as Node, when the program is in Electron", async () => {
    const folder = folderWith();
    Object.defineProperty(process.versions, "electron", { value: "40.0.0", configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(process.versions, "electron"));
    const env = { PATH: process.env.PATH, HOME: folder };
    const args = ["--model", "demo", "--no-session"];
    const client = await RpcClient.start({ permissions: "read-only", args, cwd: folder, env });
    onTestFinished(() => client.close());
    const [pid] = processesOf(folder);
    expect(readFileSync(`/proc/${pid}/environ`, "utf8").split("\0")).toContain("ELECTRON_RUN_AS_NODE=1");
    expect(readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")[0]).toBe(process.execPath);
  });
});
