/** What letscode asks of the program, and who answers. */
import { errorText } from "../errors.ts";
import type { Connection } from "../jsonrpc/connection.ts";
import { rpcError } from "../jsonrpc/errors.ts";
import type { JsonObject } from "../wire/messages.ts";
import type { ServerRequests } from "../wire/methods.ts";
import { type ClientHooks, type ClientOptions, type HandlerContext, HOOKS } from "./client-options.ts";
import type { Session } from "./session.ts";
import { askPermission, type SessionOptions } from "./session-options.ts";
import { invokeTool } from "./tool.ts";

/** A session with what the program gave it. */
export interface Hosted {
  session: Session;
  options: Pick<SessionOptions, "permissions" | "tools">;
}

/** Answers every request that letscode may send. `find` knows the sessions. */
export function answerRequests(
  connection: Connection,
  { onQuestion, hooks = {}, report = () => {} }: Pick<ClientOptions, "onQuestion" | "hooks" | "report">,
  find: (sessionId: string) => Hosted | undefined,
): void {
  const answer = <M extends keyof ServerRequests>(
    method: M,
    handle: (
      params: ServerRequests[M]["params"],
      hosted: Hosted,
      signal: AbortSignal,
    ) => Promise<ServerRequests[M]["result"]>,
  ) =>
    connection.onRequest(method, (sent, call) => {
      const params = sent as unknown as ServerRequests[M]["params"];
      const hosted = find(params.session_id);
      if (!hosted) throw rpcError("session_not_found", "the client has no such session");
      call.lane = params.session_id;
      return handle(params, hosted, call.signal);
    });

  /** Failures of the program's own functions are answered; whoever wrote them is told here. */
  const told = async <T>(name: string, run: () => T): Promise<Awaited<T>> => {
    try {
      return await run();
    } catch (thrown) {
      report(`${name}: the program's function failed: ${errorText(thrown)}`);
      throw thrown;
    }
  };

  answer("tool.invoke", ({ tool_name, tool_call_id, arguments: args }, { options }, signal) =>
    invokeTool(options.tools, tool_name, args, { toolCallId: tool_call_id, signal }),
  );

  answer("permission.request", async (request, { options: { permissions } }, signal) => {
    if (typeof permissions !== "function") return { decision: permissions === "allow" ? "allow" : "deny" };
    return await askPermission(permissions, request, signal, report);
  });

  answer("user.ask", async ({ question, choices }, { session }, signal) => {
    if (!onQuestion) throw rpcError("method_not_found", "nobody here answers questions");
    const asked = choices === undefined ? { question } : { question, choices };
    return { answer: await told("onQuestion", () => onQuestion(asked, { session, signal })) };
  });

  answer("hook.call", async ({ hook, input }, { session }, signal) => {
    const name = HOOKS[hook];
    const run = hooks[name] as AnyHook | undefined;
    const output = await told(`hooks.${name}`, () => run?.call(hooks, input, { session, signal }));
    return output === undefined || output === null ? {} : { output };
  });
}

type AnyHook = (
  this: ClientHooks,
  input: JsonObject,
  context: HandlerContext,
) => JsonObject | undefined | Promise<JsonObject | undefined>;
