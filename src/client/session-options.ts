/** What a session is made with: the settings of the wire under TypeScript's names, and what only a program can give. */
import { errorText, LetscodeError } from "../errors.ts";
import type { HostTool } from "../wire/commands.ts";
import type { PermissionQuestion } from "../wire/control.ts";
import type { PermissionRequestResult, SessionSettings } from "../wire/methods.ts";
import type { Tool } from "./tool.ts";

/** `tool_call_id` as `toolCallId`. */
type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** The settings that have the same meaning under both names. */
type PlainSettings = {
  [Name in keyof Omit<
    SessionSettings,
    "tools" | "host_tools" | "permission_mode"
  > as Camel<Name>]: SessionSettings[Name];
};

/** A call that needs consent: `tool_name`, `arguments`, the `reason` why it is asked, and what `allow_always` would allow. */
export type PermissionRequest = PermissionQuestion;

/** Consent once, for the rest of the session, or none; `reason` is told to the model. */
export type PermissionAnswer = PermissionRequestResult["decision"] | PermissionRequestResult;

/** Decides on a call. What it throws denies. The signal aborts when the answer is not needed any more. */
export type PermissionHandler = (
  request: PermissionRequest,
  context: { signal: AbortSignal },
) => PermissionAnswer | Promise<PermissionAnswer>;

/** How a session is set up. What is absent is as letscode's own options say. */
export interface SessionOptions extends PlainSettings {
  /** What the model may do: everything, only read in `cwd`, or read freely and ask this function for the rest. */
  permissions: "allow" | "read-only" | PermissionHandler;
  /** Functions of the program that the model may call. */
  tools?: readonly Tool[];
  /** Names of the built-in tools that are on; absent: all of them. */
  builtInTools?: readonly string[];
}

/** The options as the wire has them. Throws a LetscodeError when `permissions` is no choice, or a tool is none. */
export function sessionSettings(options: SessionOptions): SessionSettings {
  // A program in JavaScript can leave them out.
  const { permissions, tools, builtInTools, ...plain }: Partial<SessionOptions> = options ?? {};
  const settings: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(plain)) if (value !== undefined) settings[snake(name)] = value;
  return {
    ...settings,
    ...(builtInTools === undefined ? {} : { tools: [...builtInTools] }),
    ...(tools === undefined ? {} : { host_tools: hostTools(tools) }),
    permission_mode: permissionMode(permissions),
  };
}

function hostTools(tools: readonly Tool[]): HostTool[] {
  if (!Array.isArray(tools)) throw new LetscodeError("tools: expected a list of what tool({ … }) returns");
  return tools.map((one: Tool | undefined, at) => {
    if (typeof one?.spec === "object" && typeof one.invoke === "function") return one.spec;
    throw new LetscodeError(`tools[${at}]: expected what tool({ … }) returns`);
  });
}

/** The mode that a choice of permissions stands for. */
export function permissionMode(permissions: unknown): "allow" | "read-only" | "ask" {
  if (permissions === "allow" || permissions === "read-only") return permissions;
  if (typeof permissions === "function") return "ask";
  throw new LetscodeError(
    'permissions: expected "allow", "read-only", or a function that decides on each call: (request) => "allow" | "deny"',
  );
}

/** Asks a handler; whatever is no consent denies. `report` is told of a handler that fails. Never rejects. */
export async function askPermission(
  handler: PermissionHandler,
  request: PermissionRequest,
  signal: AbortSignal,
  report: (line: string) => void,
): Promise<PermissionRequestResult> {
  const deny = (reason: string) => ({ decision: "deny" as const, reason });
  try {
    const answer: unknown = await handler(request, { signal });
    const { decision, reason } = typeof answer === "string" ? { decision: answer } : Object(answer);
    if (decision !== "allow" && decision !== "allow_always" && decision !== "deny")
      return deny(`the program answered ${JSON.stringify(decision)}, which is no decision`);
    return reason === undefined ? { decision } : { decision, reason: `${reason}` };
  } catch (thrown) {
    report(`permissions: the program's function failed: ${errorText(thrown)}`);
    return deny(`the program could not decide: ${errorText(thrown)}`);
  }
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
