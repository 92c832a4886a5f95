/** The look of the page. The style sheet is one of the page's own texts: nothing of a conversation is part of it. */
import { COLOURS } from "./colours.ts";

const GROUND = `
* { box-sizing: border-box; }
html { font: 16px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; background: var(--page);
  color: var(--ink); -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; max-width: 54rem; padding: 2.5rem 1.25rem 4rem; overflow-wrap: anywhere; }
a { color: var(--link); text-underline-offset: 0.15em; text-decoration-thickness: 1px; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 4px; }
h1 { font-size: 1.6rem; line-height: 1.25; letter-spacing: -0.01em; margin: 0 0 0.5rem; font-weight: 650; }
h2 { font-size: 1.05rem; margin: 0 0 0.75rem; font-weight: 650; }
small, .meta, .facts, .target, .legend, .about-page, footer { color: var(--soft); }
code, pre, .name { font-family: ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.about-page { list-style: none; margin: 0 0 1.75rem; padding: 0; font-size: 0.85rem; }
.about-page li { display: inline; }
.about-page li + li::before { content: " · "; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: 0.8rem; }
`;

const OVERVIEW = `
.totals { display: grid; grid-template-columns: repeat(4, 1fr); gap: 1px; margin: 0 0 1.75rem;
  background: var(--line); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
.totals div { background: var(--card); padding: 0.7rem 0.9rem; }
.totals dt { font-size: 0.78rem; color: var(--soft); }
.totals dd { margin: 0; font-size: 1.2rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.totals small { font-size: 0.75rem; font-weight: 400; line-height: 1.35; }
.totals small.long { display: block; }
.figure { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1rem 1.1rem 0.6rem;
  margin: 0 0 1.25rem; }
.figure figure { margin: 0; }
.chart { display: block; overflow: visible; }
.bars { overflow: visible; }
.chart text { font-size: 11px; fill: var(--soft); }
.chart .end { text-anchor: end; }
.chart .middle { text-anchor: middle; }
.chart .axis, .chart .grid { stroke: var(--line); stroke-width: 1; }
.chart .grid { stroke-dasharray: 2 4; }
.chart .prompt { stroke: var(--soft); stroke-width: 1; stroke-opacity: 0.45; }
.chart .cost { stroke: var(--cost); stroke-width: 1.5; stroke-linecap: square; }
.chart .catch { fill: transparent; }
.chart a:hover .catch { fill: var(--sunk); }
.chart a:hover .span { fill-opacity: 0.75; }
.span { stroke-width: 1; }
.model { fill: var(--model); stroke: var(--model); background: var(--model); }
.open { fill: var(--model); fill-opacity: 0.3; stroke: var(--model); stroke-dasharray: 3 2;
  background: color-mix(in srgb, var(--model) 30%, transparent); }
.tool-time { fill: var(--tool); stroke: var(--tool); background: var(--tool); }
.broken { fill: var(--failed); stroke: var(--failed); background: var(--failed); }
.idle { fill: var(--idle); background: var(--idle); }
.input { fill: var(--input); background: var(--input); }
.cached { fill: var(--cached); background: var(--cached); }
.output { fill: var(--output); background: var(--output); }
/* A moment is as wide as its line. */
.moment { stroke-width: 2; }
.shrunk { fill: var(--compaction); stroke: var(--compaction); background: var(--compaction); }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: 0.2rem 1.1rem; margin: 0.8rem 0 0.4rem; padding: 0;
  font-size: 0.8rem; }
.key { display: inline-block; width: 0.7rem; height: 0.7rem; border-radius: 2px; margin-right: 0.4rem; }
.key.cost { height: 2px; background: var(--cost); vertical-align: 0.25rem; }
table { border-collapse: collapse; font-size: 0.85rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 0.3rem 0.7rem 0.3rem 0; border-bottom: 1px solid var(--line); vertical-align: top;
  overflow-wrap: normal; }
.figure td, .figure th { white-space: nowrap; }
th { font-weight: 600; }
.right { text-align: right; }
.center { text-align: center; }
.wide { overflow-x: auto; max-width: 100%; }
`;

const MESSAGES = `
main { margin-top: 2.5rem; }
article { margin: 0 0 1.5rem; padding: 0.2rem 0; scroll-margin-top: 1rem; }
/* Long pages lay out only what is in view. */
.long article { content-visibility: auto; contain-intrinsic-size: auto 12rem; }
article > header { display: flex; flex-wrap: wrap; gap: 0 0.8rem; align-items: baseline; margin-bottom: 0.35rem; }
h3 { font-size: 0.9rem; font-weight: 650; margin: 0; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover { text-decoration: underline; }
.meta { list-style: none; margin: 0; padding: 0; font-size: 0.78rem; font-variant-numeric: tabular-nums; }
.meta li { display: inline; }
.meta li + li::before { content: " · "; }
article.prompt { background: var(--user); border: 1px solid var(--user-line); border-radius: 10px;
  padding: 0.8rem 1.1rem 0.3rem; margin-top: 2.25rem; }
article.compaction, article.other { border: 1px dashed var(--line); border-radius: 10px; padding: 0.7rem 1.1rem; }
.prose { margin: 0 0 0.75rem; }
.prose > :first-child { margin-top: 0; }
.prose > :last-child { margin-bottom: 0; }
.prose p, .prose ul, .prose ol, .prose blockquote, .prose .wide { margin: 0 0 0.75rem; }
.prose ul, .prose ol { padding-left: 1.5rem; }
.prose li > ul, .prose li > ol { margin-bottom: 0; }
.prose .task { list-style: none; margin-left: -1.3rem; }
.prose blockquote { border-left: 3px solid var(--line); padding-left: 0.9rem; margin-left: 0; color: var(--soft); }
.prose code { background: var(--sunk); border-radius: 4px; padding: 0.1em 0.3em; font-size: 0.86em; }
.prose hr { border: 0; border-top: 1px solid var(--line); margin: 1.25rem 0; }
h4, h5, h6 { margin: 1.25rem 0 0.5rem; line-height: 1.3; font-size: 1.15rem; font-weight: 650; }
h5 { font-size: 1.03rem; }
h6 { font-size: 0.95rem; }
.plain { white-space: pre-wrap; margin: 0 0 0.75rem; }
.note, .end { font-size: 0.88rem; color: var(--soft); margin: 0.3rem 0 0.6rem; }
.end { color: var(--bad); background: var(--bad-ground); border-radius: 6px; padding: 0.4rem 0.7rem; white-space: pre-wrap; }
.picture { display: block; max-width: 100%; max-height: 30rem; border-radius: 6px; border: 1px solid var(--line);
  margin: 0 0 0.75rem; background: var(--card); }
.fence { position: relative; margin: 0 0 0.75rem; }
.language { position: absolute; right: 0.6rem; top: 0.35rem; font-size: 0.7rem; color: var(--soft); background: var(--sunk);
  padding: 0 0.2rem; max-width: 50%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
pre.code { margin: 0 0 0.6rem; background: var(--sunk); border: 1px solid var(--line); border-radius: 8px;
  padding: 0.6rem 0.8rem; overflow: auto; max-height: 32rem; font-size: 0.8rem; line-height: 1.5; tab-size: 4;
  overflow-wrap: normal; }
pre.code code { background: none; padding: 0; font-size: inherit; display: block; width: max-content; min-width: 100%; }
.omitted { display: block; font-family: system-ui, sans-serif; color: var(--soft); border-block: 1px dashed var(--line);
  margin: 0.4rem 0; padding: 0.3rem 0; }
.diff span { display: block; }
.diff .added { color: var(--added); background: var(--added-ground); }
.diff .removed { color: var(--removed); background: var(--removed-ground); }
.diff .hunk { color: var(--hunk); }
.diff .file { color: var(--soft); }
`;

const FOLDS = `
summary { cursor: pointer; list-style: none; display: flex; gap: 0.6rem; align-items: baseline; min-width: 0;
  font-size: 0.85rem; padding: 0.4rem 0.7rem; border-radius: 8px; }
summary::-webkit-details-marker { display: none; }
summary::before { content: "›"; color: var(--soft); width: 0.5rem; flex: none; transition: rotate 0.12s; text-align: center; }
details[open] > summary::before { rotate: 90deg; }
summary:hover { background: var(--sunk); }
.inside { padding: 0.4rem 0.7rem 0.2rem; }
.call, .thinking { background: var(--card); border: 1px solid var(--line); border-radius: 8px; margin: 0 0 0.5rem; }
.call.failed { border-left: 3px solid var(--failed); }
.thinking { background: none; border-style: dashed; }
.thinking > summary, .inner > summary { color: var(--soft); }
.inner { margin: 0 0 0.5rem; }
.inner > summary { padding-left: 0.2rem; }
.inner > .inside { padding-left: 1.2rem; }
.name { font-weight: 600; flex: none; max-width: 40%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.about { flex: 1 1 0; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--soft); }
.facts, .bad { flex: none; font-size: 0.78rem; font-variant-numeric: tabular-nums; }
.bad { color: var(--bad); font-weight: 600; }
.label { font-size: 0.78rem; font-weight: 600; color: var(--soft); margin: 0.2rem 0 0.25rem; }
.arguments { margin: 0 0 0.6rem; font-size: 0.85rem; }
.arguments dt { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 0.8rem; color: var(--soft); }
.arguments dd { margin: 0 0 0.35rem; }
.arguments dd > code { white-space: pre-wrap; }
nav ol { margin: 0; padding-left: 1.6rem; font-size: 0.88rem; }
@media (max-width: 34rem) {
  body { padding: 1.25rem 0.9rem 3rem; }
  summary { flex-wrap: wrap; row-gap: 0; }
  .about { flex: 1 1 100%; order: 3; padding-left: 1.1rem; }
  .name { max-width: 70%; }
  h1 { font-size: 1.3rem; }
  .totals { grid-template-columns: 1fr 1fr; }
  article.prompt { padding-inline: 0.8rem; }
}
@media (prefers-reduced-motion: reduce) { summary::before { transition: none; } }
@media print {
  .long article { content-visibility: visible; }
  html { font-size: 11pt; background: none; }
  body { max-width: none; padding: 0; }
  article.prompt, .call, pre.code, .figure { break-inside: auto; }
  article > header, summary { break-after: avoid; }
  pre.code { max-height: none; white-space: pre-wrap; overflow-wrap: anywhere; }
  pre.code code { width: auto; }
  nav { display: none; }
  .prose a::after { content: " <" attr(href) ">"; font-size: 0.85em; color: var(--soft); }
}
`;

/** The whole style sheet. */
export const STYLE = `${COLOURS}${GROUND}${OVERVIEW}${MESSAGES}${FOLDS}`;
