/** What the page says of JSON-RPC. */
import { cell, count, table } from "./table.mjs";

/** @typedef {import("./bench.mjs").Results["jsonrpc"]} JsonRpc */
/** @typedef {import("./measure.mjs").Summary | null | undefined} Value */

const PEER = "vscode-jsonrpc";
const TCP = "letscode, TCP";

/** The limits of the connection, each against vscode-jsonrpc at both ends. @param {JsonRpc} results @returns {import("./limits.mjs").Limit[]} */
export function jsonRpcLimits(results) {
  const { requests_per_second, request_alone_us, mebibytes_per_second, notifications_per_second } = results;
  const row = (
    /** @type {string} */ what,
    /** @type {number | null} */ measured,
    /** @type {number} */ most,
  ) => ({
    what,
    measured,
    most,
    print: (/** @type {number} */ value) => `${value.toFixed(2)}×`,
  });
  const against = (/** @type {Record<string, Value>} */ { letscode, [PEER]: peer }) =>
    quotient(letscode, peer);
  const timeAgainst = (/** @type {Record<string, Value>} */ { letscode, [PEER]: peer }) =>
    quotient(peer, letscode);
  return [
    row(
      `JSON-RPC: time of a request, ${results.in_flight} in flight, against vscode-jsonrpc`,
      timeAgainst(requests_per_second),
      1 / 3,
    ),
    row("the same for a request alone", against(request_alone_us), 0.6),
    row("time of messages of 1 MiB", timeAgainst(mebibytes_per_second), 1 / 0.95),
    row("time of a notification", timeAgainst(notifications_per_second), 0.5),
    row(
      "a request alone over TCP, against stdio",
      quotient(request_alone_us[TCP], request_alone_us.letscode),
      1.5,
    ),
  ];
}

/** @param {JsonRpc} results */
export function jsonRpcSection(results) {
  const {
    requests_per_second,
    request_in_flight_us,
    request_alone_us,
    mebibytes_per_second,
    notifications_per_second,
  } = results;
  const rows = Object.keys(requests_per_second).map((name) => [
    name,
    cell(requests_per_second[name]),
    cell(request_in_flight_us[name]),
    cell(request_alone_us[name]),
    cell(mebibytes_per_second[name]),
    cell(notifications_per_second[name]),
  ]);
  return [
    "## JSON-RPC",
    `Two processes with the same connection at both ends, over stdio where nothing else is said: small requests that are\ngiven back, ${count(results.in_flight)} in flight and one at a time, messages of 1 MiB there and back, and notifications one way. For the\nrequest alone both ends share one processor: waking another one takes the system longer than both ends work together.`,
    table(
      ["", ">requests/s", ">µs each in flight", ">µs alone", ">MiB/s at 1 MiB", ">notifications/s"],
      rows,
    ),
  ];
}

/** @param {Value} one @param {Value} base */
function quotient(one, base) {
  return one && base ? one.median / base.median : null;
}
