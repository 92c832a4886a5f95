/** What a host takes on with its `hello`: to be asked for permission, and to run tools of its own. */
import { createPeerAsker } from "../permissions/peer-asker.ts";
import type { PermissionMode, PolicyOptions } from "../permissions/policy.ts";
import { createRules } from "../permissions/rules.ts";
import { createHostTool, hostToolsProblem } from "../tools/host-tool.ts";
import type { Tool } from "../tools/tool.ts";
import type { HelloCommand } from "../wire/commands.ts";
import type { Features } from "../wire/control.ts";
import { PROTOCOL } from "../wire/version.ts";
import { Questions, type QuestionsOptions } from "./questions.ts";

/** What a host side starts from. */
export interface HostSideOptions extends QuestionsOptions {
  /** The permission mode once the host has asked to be asked. */
  askingMode: PermissionMode;
  /** The names of the built-in tools that are on: a host's own cannot have them. */
  builtinTools: readonly string[];
}

/** What a `hello` came to. */
export type HelloOutcome = { features: Features } | { problem: string; fatal: boolean };

/** The host's part in one conversation. "Always" lasts as long as it does. */
export class HostSide {
  readonly questions: Questions;
  readonly #options: HostSideOptions;
  readonly #consent: Partial<PolicyOptions>;
  #asks = false;
  #tools: readonly Tool[] = [];

  constructor(options: HostSideOptions) {
    this.#options = options;
    this.questions = new Questions(options);
    const asker = createPeerAsker((question, signal) =>
      this.questions.ask({ type: "permission_request", ...question }, signal),
    );
    this.#consent = { mode: options.askingMode, asker, rules: createRules() };
  }

  /** For the agent: what the policy has to know besides the settings, at this moment. */
  readonly consent = (): Partial<PolicyOptions> => (this.#asks ? this.#consent : {});

  /** For the agent: the host's tools at this moment. */
  readonly hostTools = (): readonly Tool[] => this.#tools;

  /** Checks a `hello` and, when nothing is wrong with it, does as it says. */
  hello(command: HelloCommand): HelloOutcome {
    const { protocol, message_updates: updates, permissions = false, tools = [] } = command;
    if (!/^letscode-rpc\/1(\.\d+)?$/.test(protocol)) {
      const asked = JSON.stringify(protocol.slice(0, 100));
      return { problem: `hello.protocol: expected "${PROTOCOL}", got ${asked}`, fatal: true };
    }
    const problem = hostToolsProblem(tools, this.#options.builtinTools);
    if (problem !== undefined) return { problem: `hello.${problem}`, fatal: false };
    this.#asks = permissions;
    this.#tools = tools.map((tool) =>
      createHostTool(tool, (call, signal) =>
        this.questions.ask({ type: "tool_call_request", ...call }, signal),
      ),
    );
    return {
      features: {
        ...(updates === undefined ? {} : { message_updates: updates }),
        ...(permissions && { permissions }),
        ...(tools.length > 0 && { tools: tools.map(({ name }) => name) }),
      },
    };
  }
}
