/** What a session asks of its owner: the client that created it or last resumed it. */
import { StartedCalls } from "../agent/started-calls.ts";
import { errorText, LetscodeError } from "../errors.ts";
import { createPeerAsker } from "../permissions/peer-asker.ts";
import type { PermissionMode, PolicyOptions } from "../permissions/policy.ts";
import { createRules } from "../permissions/rules.ts";
import { HOOK_LIMIT_MS } from "../plugins/hook-call.ts";
import type { Plugin } from "../plugins/plugin.ts";
import type { Redactor } from "../secrets/redactor.ts";
import { createHostTool } from "../tools/host-tool.ts";
import type { Tool } from "../tools/tool.ts";
import type { HostTool } from "../wire/commands.ts";
import type { Event } from "../wire/events.ts";
import type { HookCallName, ServerRequests } from "../wire/methods.ts";
import { createAskTool } from "./ask-tool.ts";
import type { HostParts } from "./conversations.ts";
import { createHookPlugin } from "./hook-plugin.ts";
import { masked } from "./masked.ts";
import type { Peer } from "./peer.ts";

/** The params of a request without the session, which the link adds. */
export type AskedParams<M extends keyof ServerRequests> = Omit<ServerRequests[M]["params"], "session_id">;

/** What a request to the owner is about. */
export interface AskedAbout {
  signal: AbortSignal;
  /** The call that waits for it; the owner knows of the call by then. */
  toolCallId?: string;
  timeoutMs?: number;
}

/** How the owner is asked. Rejects when there is no answer. */
export type AskOwner = <M extends keyof ServerRequests>(
  method: M,
  params: AskedParams<M>,
  about: AskedAbout,
) => Promise<ServerRequests[M]["result"]>;

/** What the owner brings. */
export interface OwnerSettings {
  hostTools: readonly HostTool[];
  /** Absent: as the process has it. */
  permissionMode?: PermissionMode | undefined;
}

/** How a session reports that a call of it waits for the owner, which is no silence. */
export interface OwnerWatch {
  onAsked(toolCallId: string): void;
  onSettled(toolCallId: string): void;
}

/** The parts of an agent that live at the other end. What "always" allows lasts as long as the link. */
export class OwnerLink implements HostParts {
  readonly plugin: Plugin;
  readonly #rules = createRules();
  readonly #calls = new StartedCalls();
  readonly #asker = createPeerAsker((question, signal) =>
    this.#ask("permission.request", question, { signal, toolCallId: question.tool_call_id }),
  );
  readonly #askTool: Tool;
  #owner: Peer;
  #mode: PermissionMode | undefined;
  #tools: readonly Tool[] = [];
  #session: { id: string; redactor: Redactor; watch: OwnerWatch } | undefined;

  constructor(owner: Peer, settings: OwnerSettings) {
    this.#owner = owner;
    this.#askTool = createAskTool(this.#ask);
    this.plugin = createHookPlugin(this.#ask, (hook) => this.#has(hook));
    this.#bring(settings);
  }

  /** The client that is asked; perhaps gone. */
  get owner(): Peer {
    return this.#owner;
  }

  /** The names of the tools it brings, `ask_user` among them when it answers questions. */
  get toolNames(): readonly string[] {
    return this.hostTools().map(({ name }) => name);
  }

  /** The names that no tool of the owner may have. */
  get ownNames(): readonly string[] {
    return this.#owner.capabilities.ask ? [this.#askTool.name] : [];
  }

  /** Says what the link belongs to, before anything can be asked. */
  belongTo(id: string, redactor: Redactor, watch: OwnerWatch): void {
    this.#session = { id, redactor, watch };
  }

  /** Another client takes over. Tools and mode stay where it brings none. */
  handOver(owner: Peer, settings: Partial<OwnerSettings>): void {
    this.#owner = owner;
    this.#bring(settings);
  }

  readonly consent = (): Partial<PolicyOptions> => ({
    ...(this.#mode && { mode: this.#mode }),
    rules: this.#rules,
    ...(this.#owner.capabilities.permissions && { asker: this.#asker }),
  });

  readonly hostTools = (): readonly Tool[] =>
    this.#owner.capabilities.ask ? [...this.#tools, this.#askTool] : this.#tools;

  /** The prompt as the owner's hook leaves it. A hook that fails is told to `report` and skipped. */
  async userPrompt(text: string, signal: AbortSignal, report: (line: string) => void): Promise<string> {
    if (!this.#has("user_prompt")) return text;
    const skip = (why: string) => {
      if (!signal.aborted) report(`hook user_prompt was skipped: ${why}`);
      return text;
    };
    try {
      const { output } = await this.#ask(
        "hook.call",
        { hook: "user_prompt", input: { text } },
        { signal, timeoutMs: HOOK_LIMIT_MS },
      );
      const changed = output?.text;
      if (changed === undefined) return text;
      return typeof changed === "string" && changed.trim() !== ""
        ? changed
        : skip("its output.text is no text");
    } catch (thrown) {
      return skip(errorText(thrown));
    }
  }

  /** An event is on its way to the owner. */
  onEvent(event: Event): void {
    this.#calls.onEvent(event);
  }

  #bring({ hostTools, permissionMode }: Partial<OwnerSettings>): void {
    if (permissionMode !== undefined) this.#mode = permissionMode;
    if (!hostTools) return;
    this.#tools = hostTools.map((tool) =>
      createHostTool(tool, (call, signal) =>
        this.#ask("tool.invoke", call, { signal, toolCallId: call.tool_call_id }),
      ),
    );
  }

  #has(hook: HookCallName): boolean {
    return this.#owner.capabilities.hooks?.includes(hook) ?? false;
  }

  readonly #ask: AskOwner = async (method, params, { toolCallId, ...call }) => {
    const session = this.#session;
    if (!session) throw new LetscodeError(`${method}: the session is not there yet`);
    if (toolCallId !== undefined) await this.#started(toolCallId, call.signal);
    if (this.#owner.gone) throw new LetscodeError("the client that has to answer this is gone");
    if (toolCallId !== undefined) session.watch.onAsked(toolCallId);
    try {
      const whole = masked({ session_id: session.id, ...params }, session.redactor);
      // The params of the method and the session's id are what it takes.
      return await this.#owner.call(method, whole as ServerRequests[typeof method]["params"], call);
    } finally {
      if (toolCallId !== undefined) session.watch.onSettled(toolCallId);
    }
  };

  /** Resolves when the owner has been told of the call's start; rejects on an abort. */
  #started(toolCallId: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const onAbort = () => reject(signal.reason);
      signal.addEventListener("abort", onAbort, { once: true });
      this.#calls.whenStarted(toolCallId, () => {
        signal.removeEventListener("abort", onAbort);
        resolve();
      });
    });
  }
}
