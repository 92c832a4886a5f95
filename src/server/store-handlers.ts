/** The methods by which sessions come, go and are looked at, live ones and those on disk. */
import { messagesAfter } from "../agent/transcript-page.ts";
import { rpcError } from "../jsonrpc/errors.ts";
import { hostToolsProblem } from "../tools/host-tool.ts";
import type { SessionSettings } from "../wire/methods.ts";
import type { Client } from "./client.ts";
import type { Handlers } from "./handlers.ts";
import type { LiveSession } from "./live-session.ts";
import { ownServerProblem } from "./own-server.ts";
import { OwnerLink } from "./owner-link.ts";
import type { Server } from "./server.ts";
import { unknownMessage } from "./session-handlers.ts";
import { listRows } from "./session-list.ts";
import { sessionRow } from "./session-row.ts";

/** How many sessions a list has that names no limit. */
const LIST_LIMIT = 100;

/** Their methods. */
type StoreMethod =
  | "session.create"
  | "session.resume"
  | "session.fork"
  | "session.list"
  | "session.get"
  | "session.delete"
  | "session.close"
  | "session.messages";

/** Their handlers for one client. */
export function storeHandlers(server: Server, client: Client): Handlers<StoreMethod> {
  const { sessions } = server;
  const { conversations } = server.options;
  const linkFor = (settings: SessionSettings) =>
    new OwnerLink(client, {
      hostTools: settings.host_tools ?? [],
      permissionMode: settings.permission_mode,
    });
  const follow = (session: LiveSession, settings: SessionSettings) => {
    client.follow(session, { fullUpdates: settings.message_updates === "full" });
    return { session_id: session.id, model: session.model, tools: session.tools };
  };
  const checkServer = (method: string, settings: SessionSettings) => {
    const problem = ownServerProblem(settings);
    if (problem !== undefined) throw rpcError("invalid_params", `${method}.${problem}`);
  };
  const checkTools = (method: string, settings: SessionSettings, taken: readonly string[]) => {
    const problem = hostToolsProblem(settings.host_tools ?? [], taken);
    if (problem !== undefined) throw rpcError("invalid_params", `${method}.host_${problem}`);
  };
  return {
    async "session.create"(settings, call) {
      checkServer("session.create", settings);
      const owner = linkFor(settings);
      const session = await sessions.add(
        owner,
        () => conversations.begin(settings, owner),
        (tools) => checkTools("session.create", settings, [...tools, ...owner.ownNames]),
      );
      call.lane = session.id;
      return follow(session, settings);
    },

    "session.resume"(params, call) {
      const { session_id: id, ...settings } = params;
      call.lane = id;
      checkServer("session.resume", settings);
      const attach = (session: LiveSession) => {
        const resumed = follow(session, settings);
        return { ...resumed, messages_count: session.messages.length, running: session.running };
      };
      const takeOver = (session: LiveSession) => {
        const { host_tools: hostTools, permission_mode: permissionMode } = settings;
        const { ask } = client.capabilities;
        checkTools("session.resume", settings, [...session.conversation.tools, ...(ask ? ["ask_user"] : [])]);
        session.owner.handOver(client, { ...(hostTools && { hostTools }), permissionMode });
        return attach(session);
      };
      const live = sessions.find(id);
      if (live) return live instanceof Promise ? live.then(takeOver) : takeOver(live);
      const owner = linkFor(settings);
      return sessions
        .addAs(
          id,
          owner,
          () => conversations.resume(id, settings, owner),
          (tools) => checkTools("session.resume", settings, [...tools, ...owner.ownNames]),
        )
        .then(attach);
    },

    async "session.fork"({ session_id: id, message_id }) {
      const saved = await sessions.savedAs(id);
      return { session_id: await conversations.fork(saved, message_id) };
    },

    async "session.list"({ cwd, limit = LIST_LIMIT, before }) {
      return { sessions: await listRows(server, { cwd, before, limit: Math.max(0, Math.floor(limit)) }) };
    },

    async "session.get"({ session_id: id }) {
      const live = await sessions.find(id);
      return live ? sessionRow(live) : { ...(await sessions.row(id)), running: false };
    },

    async "session.delete"({ session_id: id }, call) {
      call.lane = id;
      const live = await sessions.find(id);
      const saved = live ? live.savedAs : (await sessions.row(id)).session_id;
      if (live) await sessions.close(live);
      if (saved !== null && (await conversations.row(saved))) await conversations.remove(saved);
      return null;
    },

    async "session.close"({ session_id: id }, call) {
      call.lane = id;
      const live = sessions.live(id);
      await sessions.close(live instanceof Promise ? await live : live);
      return null;
    },

    async "session.messages"({ session_id: id, after }, call) {
      call.lane = id;
      const live = await sessions.find(id);
      const page = live
        ? live.messagesAfter(after)
        : messagesAfter(await conversations.messages((await sessions.row(id)).session_id), after);
      if (!page) throw unknownMessage("session.messages.after", after ?? "");
      return page;
    },
  };
}
