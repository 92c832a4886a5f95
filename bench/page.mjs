/** docs/benchmarks/README.md and its pictures, made from the results alone. */
import { charts } from "./charts.mjs";
import { jsonRpcSection } from "./jsonrpc-page.mjs";
import { limits, ratio } from "./limits.mjs";
import { ownCpu } from "./own-cpu.mjs";
import { sdksSection } from "./sdks-page.mjs";
import { cell, count, number, table, times } from "./table.mjs";
import { terminalSection } from "./terminal-page.mjs";

/** @typedef {import("./bench.mjs").Results} Results */

/** The files of docs/benchmarks by name. @param {Results} results @returns {Record<string, string>} */
export function pages(results) {
  return { "README.md": page(results), ...charts(results) };
}

/** @param {Results} results */
function page(results) {
  const parts = [
    "# Benchmarks",
    "What letscode costs. `npm run bench` measures all of it anew and writes this page, its pictures and\n[results.json](results.json); `npm run bench -- --quick` only shows that it works.",
    ...introduction(results),
    "## Limits",
    limitTable(results),
    "## Start",
    "![Start](start.svg)",
    startTable(results),
    "## One long answer",
    "Each answer in a new process. CPU time is that of the whole process, its start included; memory is the most\nthat was ever resident.",
    "![One answer in pieces of 4 bytes](deltas.svg)",
    answerTable(results),
    unreadLine(results),
    "## Many prompts",
    warmTable(results),
    "![Many prompts to one process](prompts.svg)",
    courseTable(results),
    ...longSection(results),
    ...providerSection(results),
    "## A command",
    "A prompt that makes the model call `bash`: two model calls with `echo hello` between them.",
    "![A prompt that runs a command](bash.svg)",
    bashTable(results),
    ...jsonRpcSection(results.jsonrpc),
    ...sdksSection(results.sdks),
    "## Many sessions",
    sessionsTable(results),
    ...terminalSection(results.terminal),
    "## Size on the disk",
    sizeTable(results),
    ...peerSection(results),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** @param {Results} results */
function introduction({ date, quick, letscode, node, pi, machine, load_before, load_after }) {
  const { system, processor, cores, memory_gb } = machine;
  const load = `load ${load_before.toFixed(1)} before, ${load_after.toFixed(1)} after`;
  const peer = pi
    ? [
        `- **pi** is pi ${pi.version} in its RPC mode, offline and without a session file, on Node ${pi.node.slice(1)}. It does not run on\n  older ones, so letscode is shown on the same Node too.`,
      ]
    : [];
  return [
    `${date} · letscode ${letscode} on Node ${node.slice(1)} · ${system}, ${cores} × ${processor}, ${memory_gb} GB · ${load}`,
    ...(quick ? ["**Made with `--quick`: of no use as a measurement.**"] : []),
    "Every number is a median. Programs take turns, one at a time and in changing order, so that whatever else the machine\ndoes hits all of them alike: milliseconds belong to this machine, ratios travel better. The model is a server on the\nloopback that answers as fast as it is read.",
    [
      "- **relay** is [relay.cjs](../../bench/relay.cjs), the least a program can do that speaks the same protocol to its host and\n  the same one to the model: it parses every piece, writes the same lines, and does nothing else.",
      "- **empty script** writes one byte.",
      ...peer,
    ].join("\n"),
  ];
}

/** @param {Results} results */
function limitTable(results) {
  const rows = limits(results).map(({ what, measured, most, print }) => {
    if (measured === null) return [what, "–", print(most), "not measured on this system"];
    return [what, print(measured), print(most), measured <= most ? "yes" : "**no**"];
  });
  return table(["", ">measured", ">at most", "held"], rows);
}

/** @param {Results} results */
function startTable({ start: { rounds, first_word_ms, first_delta_ms } }) {
  const names = Object.keys({ ...first_word_ms, ...first_delta_ms });
  const rows = names.map((name) => {
    const base = /pi/.test(name) ? "empty script, pi's Node" : "empty script";
    const compared = times(ratio(first_word_ms[name], first_word_ms[base]));
    return [name, cell(first_word_ms[name]), compared, cell(first_delta_ms[name])];
  });
  return [
    table(["", ">first word, ms", ">÷ empty script, same Node", ">first piece of an answer, ms"], rows),
    `Medians of ${rounds}. The first word of letscode is \`ready\`; pi is asked for its state, as it does not speak first. For the\nfirst piece the prompt is written as soon as the process is started.`,
  ].join("\n\n");
}

/** @param {Results} results */
function answerTable({ deltas: { rounds, answers } }) {
  const rows = answers.flatMap(({ deltas, paced, wall_ms, cpu_ms, peak_memory_mb, bytes_per_delta }) =>
    Object.keys(wall_ms).map((name, at) => [
      at > 0 ? "" : `${count(deltas)}${paced ? ", one by one" : ""}`,
      name,
      cell(wall_ms[name]),
      cell(cpu_ms[name]),
      times(ratio(cpu_ms[name], cpu_ms.relay)),
      cell(peak_memory_mb[name]),
      cell(bytes_per_delta[name]),
    ]),
  );
  const head = ["pieces", "", ">time, ms", ">CPU, ms", ">÷ relay", ">peak memory, MB", ">bytes per piece"];
  const note = `Medians of ${rounds}. Bytes are all that came through the pipe from the prompt to the end of the run. “One by one”: a piece each\nmillisecond, as models speak; else as fast as they are taken.`;
  return `${table(head, rows)}\n\n${note}`;
}

/** @param {Results} results */
function unreadLine({ unread: { deltas, growth_mb, lines } }) {
  return `A host that does not read while the model says ${count(deltas)} pieces: letscode grows by ${cell(growth_mb.letscode)} MB. Neighbouring pieces\nare joined meanwhile, into ${cell(lines.letscode)} lines; nothing is lost.`;
}

/** @param {Results} results */
function warmTable({ warm }) {
  const { prompts, first_prompt_first_delta_ms: first, later_first_delta_ms, later_done_ms } = warm;
  const rows = Object.keys(later_done_ms).map((name) => [
    name,
    cell(first[name]),
    cell(later_first_delta_ms[name]),
    cell(later_done_ms[name]),
    times(ratio(later_done_ms[name], later_done_ms.relay)),
  ]);
  const head = [
    "",
    ">first prompt: first piece, ms",
    ">later: first piece, ms",
    ">later: end, ms",
    ">÷ relay",
  ];
  return `To a process that runs, answered with 10 pieces: the first prompt, and the ${prompts} after it.\n\n${table(head, rows)}`;
}

/** @param {Results} results */
function courseTable({ prompts }) {
  const rows = prompts.series.flatMap(({ prompts, reset, programs }) =>
    Object.entries(programs)
      .filter(([name]) => reset || name === "letscode")
      .map(([name, { time_ms, cpu_ms, memory_mb }]) => [
        `${count(prompts)}${reset ? "" : ", one conversation"}`,
        name,
        ...[time_ms, cpu_ms, memory_mb].map(({ first, last }) => `${number(first)} → ${number(last)}`),
      ]),
  );
  const window = prompts.series[0]?.window ?? 0;
  const head = ["prompts", "", ">time, ms", ">CPU, ms", ">memory, MB"];
  const note = `The medians of the first ${window} prompts → of the last ${window}, with \`reset\` between them; “one conversation” is without, so\nthat every request to the model is longer than the one before. The relay remembers nothing: what it grows by is what\nNode takes.`;
  return `${table(head, rows)}\n\n${note}`;
}

/** @param {Results} results */
function longSection({ long }) {
  const { rounds, warm, prompts, new_cpu_ms } = long;
  const rows = ownCpu(long).map(({ messages, text_kb, cpu_ms, in_one_cpu_ms, own_ms, ratio }) => [
    ...[count(messages), count(text_kb), cell(cpu_ms), cell(in_one_cpu_ms), number(own_ms), times(ratio)],
  ]);
  const head = [
    "messages",
    ">text, kB",
    ">CPU, ms",
    ">all in one message, ms",
    ">its own, ms",
    ">÷ a new one",
  ];
  return [
    "## Long conversations",
    "CPU time of a prompt, answered with 10 pieces, in a conversation that was long when it was resumed. Part of it nobody\ncan spare: to write all that was said into the request, and to send it. That is what a conversation takes beyond a new\none when the same text stands in a single message; the rest is letscode's own.",
    "![A prompt in a long conversation](long.svg)",
    table(head, [["a new one", "–", cell(new_cpu_ms), "–", cell(new_cpu_ms), times(1)], ...rows]),
    `Medians of ${count(rounds * prompts)}: ${prompts} prompts to each of ${rounds} processes that had ${2 * warm} before. Every other prompt is measured; all of them\nstay, so that the conversations grow by up to ${4 * (warm + prompts)} short messages, those with one message as well. Before each\nmeasured prompt of the new one there is a \`reset\` and a prompt, which makes its file.`,
  ];
}

/** @param {Results} results */
function providerSection({ providers: { rounds, deltas, first_delta_ms, cpu_us_per_delta } }) {
  const rows = Object.keys(first_delta_ms).map((name) => [
    name,
    cell(first_delta_ms[name]),
    cell(cpu_us_per_delta[name]),
  ]);
  return [
    "## Each provider",
    "From the start of the process to the first piece of an answer, with the prompt written at once; and the CPU time of each\npiece of 4 bytes, as this provider wraps it. What only a provider needs is loaded with its first prompt.",
    "![Each provider](providers.svg)",
    table(["", ">first piece, ms", ">CPU per piece, µs"], rows),
    `Medians of ${rounds}. CPU per piece is what an answer of ${count(deltas)} pieces takes beyond one of 10, by piece.`,
  ];
}

/** @param {Results} results */
function bashTable({ bash: { first_ms, later_ms } }) {
  const rows = Object.keys(later_ms).map((name) => [name, cell(first_ms[name]), cell(later_ms[name])]);
  return table(["", ">first, ms", ">later, ms"], rows);
}

/** @param {Results} results */
function sessionsTable({ sessions: measured }) {
  const { rounds, sessions, floods, pieces } = measured;
  const rows = [
    ["memory of a session, kB", cell(measured.kb_per_session.letscode)],
    ["the same once it has had a prompt, kB", cell(measured.kb_per_session_after_a_prompt.letscode)],
    ["wait of the quiet one alone, 99 in 100, ms", cell(measured.quiet_wait_alone_p99_ms.letscode)],
    ["beside the floods, half of all, ms", cell(measured.quiet_wait_median_ms.letscode)],
    ["beside the floods, 99 in 100, ms", cell(measured.quiet_wait_p99_ms.letscode)],
    ["beside the floods, the longest, ms", cell(measured.quiet_wait_longest_ms.letscode)],
  ];
  return [
    `One \`letscode serve\` with ${count(sessions)} sessions of one client, over TCP. Then ${floods} more run whose models speak as fast as they\nare read and never end, beside a quiet one, whose model says ${count(pieces)} pieces, one each 20 ms: how long these take from the\nmodel to the client.`,
    table(["", ">"], rows),
    `Medians of ${rounds}.`,
  ].join("\n\n");
}

/** @param {Results} results */
function sizeTable({ install: { size_mb } }) {
  const rows = Object.entries(size_mb).map(([name, size]) => [name, number(size)]);
  return table(["", ">MB"], rows);
}

/** @param {Results} results */
function peerSection({ pi }) {
  const title = pi ? "## Without pi" : "## Beside pi";
  const words = pi
    ? "pi is optional: where it is not installed, its rows are not there. It comes with the Node it needs by"
    : "A peer is measured beside letscode when it is installed, which takes a minute and 400 MB, the Node it needs included:";
  return [title, words, "```sh\nnpm install --prefix bench/peers\nnpm run bench\n```"];
}
