/** The far end as a process of its own, over stdio. */
import { systemClock } from "../../src/clock.ts";
import { Connection } from "../../src/jsonrpc/connection.ts";
import { serve } from "./far-end.ts";

const connection = new Connection({ input: process.stdin, output: process.stdout, clock: systemClock });
serve(connection);
connection.start();
void connection.ended.then(() => process.exit(0));
