/** The methods about one live session. */
import { inputProblem } from "../agent/user-input.ts";
import { rpcError } from "../jsonrpc/errors.ts";
import type { CallContext } from "../jsonrpc/incoming-calls.ts";
import { quoted } from "../jsonrpc/messages.ts";
import type { SessionSendParams } from "../wire/methods.ts";
import type { Handlers } from "./handlers.ts";
import type { LiveSession } from "./live-session.ts";
import type { Server } from "./server.ts";

/** The methods that need a session which is live. */
type SessionMethod =
  | "session.send"
  | "session.steer"
  | "session.follow_up"
  | "session.abort"
  | "session.reset"
  | "session.compact"
  | "session.set_model"
  | "session.set_thinking"
  | "session.events";

/** Their handlers, the same for every client. */
export function sessionHandlers(server: Server): Handlers<SessionMethod> {
  /** The work begins in this turn when the session is there, and follows its opening otherwise. Answers leave in its order. */
  const inSession = <T>(id: string, call: CallContext, work: (session: LiveSession) => T | Promise<T>) => {
    call.lane = id;
    const session = server.sessions.live(id);
    return session instanceof Promise ? session.then(work) : work(session);
  };
  const said = (method: string, params: SessionSendParams) => {
    const problem = inputProblem(params);
    if (problem !== undefined) throw rpcError("invalid_params", `${method}.${problem}`);
  };
  return {
    "session.send"(params, call) {
      said("session.send", params);
      return inSession(params.session_id, call, (session) => session.send(params, call));
    },
    async "session.steer"(params, call) {
      said("session.steer", params);
      await inSession(params.session_id, call, (session) => session.queue("steer", params));
      return null;
    },
    async "session.follow_up"(params, call) {
      said("session.follow_up", params);
      await inSession(params.session_id, call, (session) => session.queue("followUp", params));
      return null;
    },
    "session.abort": ({ session_id, clear_queue = false }, call) =>
      inSession(session_id, call, (session) => ({ queued: session.abort({ clearQueue: clear_queue }) })),
    async "session.reset"({ session_id }, call) {
      const result = await inSession(session_id, call, (session) => session.reset(call));
      server.sessions.rename(session_id, result.saved_as);
      return result;
    },
    "session.compact": ({ session_id, instructions }, call) =>
      inSession(session_id, call, (session) => session.compact(instructions, call)),
    async "session.set_model"({ session_id, model }, call) {
      await inSession(session_id, call, (session) => session.setModel(model));
      return null;
    },
    async "session.set_thinking"({ session_id, level }, call) {
      await inSession(session_id, call, (session) => session.setThinking(level));
      return null;
    },
    "session.events": ({ session_id, after }, call) =>
      inSession(session_id, call, (session) => session.eventsAfter(Math.max(0, after))),
  };
}

/** What a wrong message id is answered with. */
export function unknownMessage(field: string, id: string) {
  return rpcError("invalid_params", `${field}: the conversation has no message ${quoted(id)}`);
}
