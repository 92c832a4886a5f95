import { LetscodeClient } from "letscode/client";

const client = new LetscodeClient();
const session = await client.createSession({ model: "demo", permissions: "read-only" });

const run = session.send("What is in package.json?");
for await (const text of run.text()) process.stdout.write(text);

const { error, usage } = await run.result;
console.log(error ?? `\n\n${usage.output_tokens} tokens`);
await client.close();
