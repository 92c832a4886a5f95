import { describe, expect, test } from "vitest";
import { ToolCalls } from "../../../src/llm/openai-compatible/tool-calls.ts";
import type { StreamEvent } from "../../../src/wire/stream.ts";

/** One piece as servers send it; `args` and `name` only where given. */
function piece({
  args,
  name,
  ...place
}: {
  index?: number | null;
  id?: string | null;
  name?: string;
  args?: unknown;
}) {
  return {
    ...place,
    function: { ...(name === undefined ? {} : { name }), ...(args === undefined ? {} : { arguments: args }) },
  };
}

/** Names as they are offered, by those a server gives back. */
const OFFERED = new Map([
  ["read", "read"],
  ["ls", "ls"],
  ["a_b_1", "a.b"],
]);

function events(...chunks: unknown[][]): StreamEvent[] {
  let blocks = 0;
  const calls = new ToolCalls(OFFERED, () => blocks++);
  return [...chunks.flatMap((pieces) => calls.add(pieces)), ...calls.end()];
}

/** The calls that came of the chunks: id, name, raw text of the deltas, parsed arguments. */
function calls(...chunks: unknown[][]) {
  const seen = events(...chunks);
  return seen.flatMap((start) => {
    if (start.type !== "tool_call_start") return [];
    const own = seen.filter((event) => "tool_call_id" in event && event.tool_call_id === start.tool_call_id);
    const text = own.map((event) => (event.type === "tool_call_args_delta" ? event.delta : "")).join("");
    const end = own.at(-1);
    return [
      [start.tool_call_id, start.name, text, end?.type === "tool_call_end" ? end.arguments : undefined],
    ];
  });
}

const one = '{"path":"1"}';
const two = '{"path":"2"}';
const both = [
  ["a", "read", one, { path: "1" }],
  ["b", "read", two, { path: "2" }],
];

test("a call streams: start, deltas, end, with the place of its block", () => {
  const half = { index: 0, args: ':"1"}' };
  expect(
    events(
      [piece({ index: 0, id: "a", name: "read", args: "" })],
      [piece({ index: 0, args: '{"path"' })],
      [piece(half)],
    ),
  ).toEqual([
    { type: "tool_call_start", tool_call_id: "a", name: "read", index: 0 },
    { type: "tool_call_args_delta", tool_call_id: "a", delta: '{"path"' },
    { type: "tool_call_args_delta", tool_call_id: "a", delta: ':"1"}' },
    { type: "tool_call_end", tool_call_id: "a", arguments: { path: "1" } },
  ]);
});

describe("two calls are kept apart", () => {
  const a = { id: "a", name: "read", args: one };
  const b = { id: "b", name: "read", args: two };
  test.each<[string, unknown[][]]>([
    ["with an index", [[piece({ index: 0, ...a }), piece({ index: 1, ...b })]]],
    ["without one, in one chunk", [[piece(a), piece(b)]]],
    ["without one, in two chunks", [[piece(a)], [piece(b)]]],
    ["with index null", [[piece({ index: null, ...a })], [piece({ index: null, ...b })]]],
    ["with index 0 for both", [[piece({ index: 0, ...a }), piece({ index: 0, ...b })]]],
    [
      "and pieces without id and index go to the last one",
      [
        [piece({ id: "a", name: "read", args: one })],
        [piece({ id: "b", name: "read" })],
        [piece({ args: '{"path":' })],
        [piece({ args: '"2"}' })],
      ],
    ],
    [
      "and interleaved pieces go where their index says",
      [
        [
          piece({ index: 0, id: "a", name: "read", args: '{"path"' }),
          piece({ index: 1, id: "b", name: "read", args: '{"path":' }),
        ],
        [piece({ index: 0, args: ':"1"}' })],
        [piece({ index: 1, args: '"2"}' })],
      ],
    ],
    [
      "and interleaved pieces go where their id says",
      [
        [piece({ id: "a", name: "read", args: '{"path"' })],
        [piece({ id: "b", name: "read", args: '{"path":' })],
        [piece({ id: "a", args: ':"1"}' })],
        [piece({ id: "b", args: '"2"}' })],
      ],
    ],
  ])("%s", (_, chunks) => {
    expect(calls(...chunks)).toEqual(both);
  });
});

test("calls are announced in their order, also when only a later one has arguments", () => {
  const seen = events([
    piece({ index: 0, id: "a", name: "ls", args: "" }),
    piece({ index: 1, id: "b", name: "read", args: one }),
  ]);
  expect(seen).toEqual([
    { type: "tool_call_start", tool_call_id: "a", name: "ls", index: 0 },
    { type: "tool_call_start", tool_call_id: "b", name: "read", index: 1 },
    { type: "tool_call_args_delta", tool_call_id: "b", delta: one },
    { type: "tool_call_end", tool_call_id: "a", arguments: {} },
    { type: "tool_call_end", tool_call_id: "b", arguments: { path: "1" } },
  ]);
});

describe("a name", () => {
  test("may come after the first arguments and in pieces", () => {
    const chunks = [
      piece({ index: 0, id: "a", args: '{"pa' }),
      piece({ index: 0, name: "re" }),
      piece({ index: 0, name: "ad", args: 'th":"1"}' }),
    ];
    expect(events(...chunks.map((item) => [item]))).toEqual([
      { type: "tool_call_start", tool_call_id: "a", name: "read", index: 0 },
      { type: "tool_call_args_delta", tool_call_id: "a", delta: one },
      { type: "tool_call_end", tool_call_id: "a", arguments: { path: "1" } },
    ]);
  });

  test.each<[string, { index?: number; id?: string }]>([
    ["an index", { index: 0, id: "a" }],
    ["an id", { id: "a" }],
  ])("may be repeated in every chunk, with %s", (_, place) => {
    const chunk = (args: string) => [piece({ ...place, name: "read", args })];
    expect(calls(chunk(""), chunk('{"path"'), chunk(':"1"}'), chunk(""))).toEqual([
      ["a", "read", one, { path: "1" }],
    ]);
  });

  test("that no tool has is told at the end", () => {
    expect(calls([piece({ index: 0, id: "a", name: "fly", args: "{}" })])).toEqual([["a", "fly", "{}", {}]]);
  });
});

describe("arguments", () => {
  test.each([[""], [undefined], ["  "], ["{}"], [null]])("that are none are an empty object: %j", (args) => {
    expect(calls([piece({ index: 0, id: "a", name: "ls", args })]).map((call) => call[3])).toEqual([{}]);
  });

  test("may come as an object", () => {
    expect(calls([piece({ id: "a", name: "read", args: { path: "1" } })])).toEqual([
      ["a", "read", one, { path: "1" }],
    ]);
  });

  test.each(['{"path', "[]", "5", '"x"', "null", "{} {}"])(
    "that are no object are empty, their text is kept: %s",
    (args) => {
      expect(calls([piece({ index: 0, id: "a", name: "read", args })])).toEqual([["a", "read", args, {}]]);
    },
  );
});

describe("ids are unique within an answer", () => {
  test.each<[string, unknown[][], string[]]>([
    [
      "empty ones, with an index",
      [[piece({ index: 0, id: "", name: "ls" }), piece({ index: 1, id: "", name: "ls" })]],
      ["call_1", "call_2"],
    ],
    [
      "empty ones, without",
      [[piece({ id: "", name: "ls", args: "{}" })], [piece({ id: "", name: "ls", args: "{}" })]],
      ["call_1", "call_2"],
    ],
    ["none at all, in one chunk", [[piece({ name: "ls" }), piece({ name: "ls" })]], ["call_1", "call_2"]],
    [
      "none at all, in two chunks",
      [[piece({ id: null, name: "ls", args: "{}" })], [piece({ name: "read", args: one })]],
      ["call_1", "call_2"],
    ],
    [
      "the same twice, with an index",
      [[piece({ index: 0, id: "x", name: "ls" })], [piece({ index: 1, id: "x", name: "ls" })]],
      ["x", "call_2"],
    ],
    [
      "the same twice, without",
      [[piece({ id: "x", name: "ls", args: "{}" })], [piece({ id: "x", name: "ls", args: "{}" })]],
      ["x", "call_2"],
    ],
    ["long ones pass", [[piece({ id: `a|b:${"c".repeat(100)}`, name: "ls" })]], [`a|b:${"c".repeat(100)}`]],
  ])("%s", (_, chunks, ids) => {
    expect(calls(...chunks).map((call) => call[0])).toEqual(ids);
  });

  test("one that a server would repeat by chance is passed over", () => {
    expect(
      calls([piece({ index: 0, id: "call_2", name: "ls" }), piece({ index: 1, name: "ls" })]).map(
        (call) => call[0],
      ),
    ).toEqual(["call_2", "call_3"]);
  });
});

test("what holds nothing of a call is none", () => {
  expect(
    events([null, 5, "x", [], {}, { function: 7 }, { index: "0", id: 3, function: { name: 4 } }]),
  ).toEqual([]);
});
