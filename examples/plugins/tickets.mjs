/**
 * Tools with a database: the model files, finds and closes tickets of the project.
 *
 *     letscode --plugin examples/plugins/tickets.mjs
 *
 * The database is one file of JSON lines in the workspace, each a change; it is read once and appended to, so nothing is
 * ever rewritten. Two indexes in memory find tickets by id and by word.
 */
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";

export function letscode_tools({ workspace }) {
  const tickets = openTickets(join(workspace, ".tickets.jsonl"));
  return [
    {
      name: "ticket_add",
      description: "Files a ticket for later: a bug, an idea, a debt. Returns its number.",
      parameters: object({ title: { type: "string" }, details: { type: "string" } }, ["title"]),
      execute({ title, details = "" }) {
        const ticket = tickets.add(title, details);
        return { content: `Filed as T${ticket.id}.`, details: ticket };
      },
    },
    {
      name: "ticket_find",
      description: "Finds open tickets that have all of these words; without words, all open ones.",
      parameters: object({ words: { type: "string" } }, []),
      read_only: true,
      parallel: true,
      execute({ words = "" }) {
        const found = tickets.find(words);
        return (
          found.map(({ id, title, details }) => `T${id} ${title}\n${details}`.trim()).join("\n") || "None."
        );
      },
    },
    {
      name: "ticket_close",
      description: "Closes a ticket by its number.",
      parameters: object({ id: { type: "integer" } }, ["id"]),
      execute({ id }) {
        // What a tool throws is an error result that the model reads.
        if (!tickets.close(id)) throw new Error(`There is no open ticket T${id}; ticket_find lists them.`);
        return `Closed T${id}.`;
      },
    },
  ];
}

/** The tickets in a file, which need not exist. */
function openTickets(file) {
  const open = new Map();
  const byWord = new Map();
  let last = 0;

  function apply(change) {
    if (change.closed) return open.delete(change.closed);
    last = Math.max(last, change.id);
    open.set(change.id, change);
    for (const word of wordsOf(`${change.title} ${change.details}`))
      byWord.set(word, (byWord.get(word) ?? new Set()).add(change.id));
    return true;
  }
  const lines = read(file).split("\n");
  // A line that a crash has cut short is no change, and the next one begins a line of its own.
  let start = lines.at(-1) === "" ? "" : "\n";
  for (const line of lines) {
    const change = parse(line);
    if (change) apply(change);
  }
  function write(change) {
    appendFileSync(file, `${start}${JSON.stringify(change)}\n`, { mode: 0o600 });
    start = "";
    return apply(change);
  }
  return {
    add(title, details) {
      write({ id: last + 1, title, details });
      return open.get(last);
    },
    find(text) {
      const sets = wordsOf(text).map((word) => byWord.get(word) ?? new Set());
      return [...open.values()].filter(({ id }) => sets.every((ids) => ids.has(id)));
    },
    close: (id) => open.has(id) && write({ closed: id }),
  };
}

function wordsOf(text) {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return "";
    throw error;
  }
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function object(properties, required) {
  return { type: "object", properties, required, additionalProperties: false };
}
