/** What the page says of the SDKs. */
import { bars } from "./bars.mjs";
import { figure } from "./plot.mjs";
import { cell, table } from "./table.mjs";

/** @typedef {import("./bench.mjs").Results} Results */

/** @param {Results["sdks"]} results */
export function sdksSection(results) {
  const rows = Object.keys(results.ping_us).map((name) => [
    name,
    cell(results.ping_us[name]),
    cell(results.events_per_second[name]),
  ]);
  return [
    "## SDKs",
    `Each SDK as a program sees it, over stdio where nothing else is said: a call there and back, one at a time, and a loop over the\nevents of a long answer. Medians of ${results.rounds}.`,
    "![SDKs](sdks.svg)",
    table(["", ">µs a call", ">events/s"], rows),
  ];
}

/** @param {Results["sdks"]} results */
export function sdksChart(results) {
  return figure({
    title: "SDKs",
    stacked: true,
    panels: [
      bars("a call there and back, µs", results.ping_us),
      bars("events a second", results.events_per_second),
    ],
  });
}
