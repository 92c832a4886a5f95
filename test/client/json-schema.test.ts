import { expectTypeOf, test } from "vitest";
import type { FromSchema } from "../../src/client/json-schema.ts";
import { tool } from "../../src/client/tool.ts";

test("a tool's arguments have the types that its schema says", () => {
  tool({
    name: "book",
    description: "Books a room.",
    parameters: {
      type: "object",
      properties: {
        room: { type: "string" },
        hours: { type: "array", items: { type: "integer" } },
        kind: { enum: ["quiet", "loud"] },
        fixed: { const: 1 },
        guest: { type: "object", properties: { name: { type: ["string", "null"] } }, required: ["name"] },
        price: { anyOf: [{ type: "number" }, { type: "boolean" }] },
        rest: { type: "object" },
        any: {},
      },
      required: ["room", "hours"],
    },
    run(args) {
      expectTypeOf(args).toEqualTypeOf<{
        room: string;
        hours: number[];
        kind?: "quiet" | "loud";
        fixed?: 1;
        guest?: { name: string | null };
        price?: number | boolean;
        rest?: { [name: string]: unknown };
        any?: unknown;
      }>();
      return args.room;
    },
  });
  expectTypeOf<FromSchema<{ type: "array" }>>().toEqualTypeOf<unknown[]>();
  expectTypeOf<FromSchema<Record<string, unknown>>>().toEqualTypeOf<unknown>();
});
