/** What a model is told before the first message. */

/** What the prompt depends on. */
export interface SystemPromptInput {
  workspace: string;
  platform: string;
  /** Milliseconds since the epoch: the prompt names the day. */
  now: number;
  /** The names of the tools at hand. */
  tools: readonly string[];
  /** Replaces the built-in part. */
  systemPrompt?: string | undefined;
  /** What stands behind either, such as the project's instructions. */
  sections?: readonly string[] | undefined;
  /** Added to the end. */
  appendSystemPrompt?: string | undefined;
}

/** The system prompt of a conversation. */
export function systemPromptFor(input: SystemPromptInput): string {
  return [input.systemPrompt ?? builtIn(input), ...(input.sections ?? []), input.appendSystemPrompt]
    .filter((part) => part !== undefined && part.trim() !== "")
    .join("\n\n");
}

function builtIn({ workspace, platform, now, tools }: SystemPromptInput): string {
  const has = (name: string) => tools.includes(name);
  const lines = [
    "You are letscode, a coding agent. You help with the software in the workspace: you read it, change it, run it and explain it.",
    "",
    `Workspace: ${workspace}`,
    `Platform: ${platform}`,
    `Date: ${new Date(now).toISOString().slice(0, 10)}`,
    "",
    "How you work:",
    "- Look before you speak: base every statement about the code on what you have read in it.",
    "- Do what was asked, all of it and nothing beyond it. Follow the style and conventions of the code around a change.",
    "- Be brief. Name files by their path, with the line where it helps (src/app.ts:42).",
    "- When something fails, read the error, find its cause and try another way; say so plainly when you cannot go on.",
  ];
  if (has("edit"))
    lines.push("- Change existing files with edit, in small exact replacements; write is for new files.");
  if (has("grep") || has("find")) lines.push("- Search with grep and find rather than with shell commands.");
  if (has("bash"))
    lines.push(
      "- Run the project's own checks or tests after a change when there are any. Never run what destroys data or leaves the workspace unless it was asked for.",
    );
  if (tools.length === 0)
    lines.push("- No tools are available in this conversation: answer from what you are given.");
  return lines.join("\n");
}
