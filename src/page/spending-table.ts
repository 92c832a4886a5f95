/** Tokens and cost of each model call as a table. */
import { dollars, whole } from "./amounts.ts";
import { wide } from "./code-box.ts";
import { type Markup, markup } from "./markup.ts";
import type { ModelCall } from "./model-calls.ts";
import { sumUsage } from "./usage.ts";

/** A line for each call, and their sums. */
export function spendingTable(calls: readonly ModelCall[]): Markup {
  const sum = sumUsage(calls.map(({ usage }) => usage));
  const cells = (usage: ModelCall["usage"]) =>
    [
      usage.input_tokens,
      usage.cache_write_tokens,
      usage.cache_read_tokens,
      usage.output_tokens,
      usage.reasoning_tokens,
    ].map((count) => markup`<td class="right">${whole(count)}</td>`);
  const rows = calls.map(
    ({ name, anchor, model, usage }) =>
      markup`<tr><th scope="row"><a href="#${anchor}">${name}</a></th><td>${model}</td>${cells(usage)}<td class="right">${dollars(usage.cost_usd)}</td></tr>
`,
  );
  const heads = ["Input", "Written to cache", "From cache", "Output", "of it reasoning", "Cost"].map(
    (head) => markup`<th scope="col" class="right">${head}</th>`,
  );
  return wide(
    markup`<table><thead><tr><th scope="col">Call</th><th scope="col">Model</th>${heads}</tr></thead>
<tbody>${rows}</tbody>
<tfoot><tr><th scope="row">All</th><td></td>${cells(sum)}<td class="right">${dollars(sum.cost_usd)}</td></tr></tfoot></table>`,
    "tokens and cost as a table",
  );
}
