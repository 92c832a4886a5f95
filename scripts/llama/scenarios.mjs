/** What is asked of the server, one scenario per way in which it can answer. */

/** @typedef {import("./exchange.mjs").Ask & { about: string }} Scenario */

const READ = tool("read", "Reads a file.", { path: { type: "string" } }, ["path"]);
const LS = tool("ls", "Lists a folder.", { path: { type: "string" } }, []);
const CALL = {
  id: "call_1",
  type: "function",
  function: { name: "read", arguments: '{"path":"notes.txt"}' },
};

/** Asked while the model is being loaded, before all others. @type {Scenario} */
export const LOADING = {
  about: "The server is up and the model is not: HTTP 503.",
  ...chat({ messages: [user("Hello!")] }),
};

/** @type {Record<string, Scenario>} */
export const SCENARIOS = {
  text: { about: "A plain answer.", ...chat({ messages: [user("What is the capital of France?")] }) },
  whole: {
    about: "A plain answer that is not streamed.",
    ...chat({ messages: [user("What is the capital of France?")], stream: false, stream_options: undefined }),
  },
  length: {
    about: "An answer that stops at max_tokens.",
    ...chat({ messages: [user("What is the capital of France?")], max_tokens: 3 }),
  },
  unicode: {
    about: "Characters of two, three and four bytes; a grammar sees to it that the model writes all of them.",
    ...chat({
      messages: [user("Please repeat: 日本語 🙂 Grüße 𒀀")],
      grammar: 'root ::= " 日本語 🙂 Grüße 𒀀"',
    }),
  },
  reasoning: {
    about: "Thinking before the answer; a grammar makes this model, which was not taught to, think.",
    ...chat({
      messages: [user("What is the capital of France?")],
      grammar:
        'root ::= " <think>The user asks about " [a-zA-Z ]{1,30} ".</think>The capital" [a-zA-Z ]{1,30} "."',
    }),
  },
  "tool-call": {
    about: "One tool call, the model's own choice.",
    ...chat({ messages: [user("What does notes.txt say?")], tools: [READ, LS] }),
  },
  "parallel-tool-calls": {
    about: "Two tool calls, the model's own choice.",
    ...chat({ messages: [user("What do notes.txt and plan.md say?")], tools: [READ, LS] }),
  },
  "required-tool-call": {
    about: "A tool call with `tool_choice: required`.",
    ...chat({ messages: [user("What does src/main.ts say?")], tools: [READ, LS], tool_choice: "required" }),
  },
  "tool-call-cut": {
    about: "max_tokens is reached within the arguments of a tool call.",
    ...chat({ messages: [user("What does notes.txt say?")], tools: [READ, LS], max_tokens: 22 }),
  },
  "tool-result": {
    about: "The answer to a tool result.",
    ...chat({
      messages: [
        user("What does notes.txt say?"),
        { role: "assistant", content: null, tool_calls: [CALL] },
        { role: "tool", tool_call_id: CALL.id, content: "Buy milk and bread." },
      ],
      tools: [READ, LS],
    }),
  },
  "error-context-overflow": {
    about: "More tokens than the context has room for: HTTP 400.",
    ...chat({ messages: [user("and so on ".repeat(800))] }),
  },
  "error-malformed": {
    about: "A body that is no JSON.",
    method: "POST",
    path: "/v1/chat/completions",
    body: '{"messages": [',
  },
  "error-missing-messages": { about: "A body without messages.", ...chat({}) },
  "error-unknown-route": {
    about: "A path that is not there.",
    method: "POST",
    path: "/v1/nothing",
    body: {},
  },
  models: { about: "The list of models.", method: "GET", path: "/v1/models" },
};

/** @param {Record<string, unknown>} fields @returns {import("./exchange.mjs").Ask} */
function chat(fields) {
  return {
    method: "POST",
    path: "/v1/chat/completions",
    body: { model: "gemma-3-270m", stream: true, stream_options: { include_usage: true }, ...fields },
  };
}

/** @param {string} content */
function user(content) {
  return { role: "user", content };
}

/** @param {string} name @param {string} description @param {object} properties @param {string[]} required */
function tool(name, description, properties, required) {
  const parameters = { type: "object", properties, required };
  return { type: "function", function: { name, description, parameters } };
}
