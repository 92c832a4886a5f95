import { expect, test } from "vitest";
import { World } from "../print/command.ts";

test("--list-models shows the models of plugins, for people and for programs", async () => {
  const world = new World();
  world.write(
    "acme.mjs",
    `export const letscode_providers = () => [{
       name: "acme", models: [{ id: "one", context_window: 1000 }, { id: "two" }], async *stream() {} }];`,
  );
  const { stdout } = await world.run(["--list-models", "--plugin", "./acme.mjs"]);
  expect(stdout).toMatch(/\nacme +of the plugin acme\n +acme\/one +1k .*\n +acme\/two\n/);
  const json = await world.run(["--list-models", "--plugin", "./acme.mjs", "--output", "json"]);
  expect(JSON.parse(json.stdout).slice(-2)).toMatchObject([
    { id: "acme/one", provider: "acme", context_window: 1000, source: "plugin" },
    { id: "acme/two", provider: "acme", context_window: null, source: "plugin" },
  ]);
  expect((await world.run(["--list-models", "--plugin", "./acme.mjs", "--no-plugins"])).stdout).not.toContain(
    "acme",
  );
});
