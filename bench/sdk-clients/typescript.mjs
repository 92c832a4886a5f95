/** What a program in JavaScript sees of its SDK; sdks.mjs says what is wanted. */
import { LetscodeClient } from "../../dist/lib/client.js";

const [url, pings, characters] = process.argv.slice(2);
const client = new LetscodeClient(url === "-" ? { command: process.env.LETSCODE_COMMAND } : { url });
await client.start();
const times = [];
for (let n = 0; n < Number(pings) * 2; n++) {
  const start = process.hrtime.bigint();
  await client.call("ping", {});
  if (n >= Number(pings)) times.push(Number(process.hrtime.bigint() - start) / 1000);
}
const session = await client.createSession({ model: "demo", permissions: "allow", persist: false });
let events = 0;
let seconds = 0;
for (const size of [Number(characters) / 10, Number(characters)]) {
  events = 0;
  const start = process.hrtime.bigint();
  for await (const _ of session.send(`demo:text ${size}`)) events++;
  seconds = Number(process.hrtime.bigint() - start) / 1e9;
}
await client.close();
times.sort((a, b) => a - b);
console.log(
  JSON.stringify({ ping_us: times[times.length >> 1], events_per_second: events / seconds, events }),
);
