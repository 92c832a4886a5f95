/** The names of the built-in tools, in their order. */
export const TOOL_NAMES = ["read", "write", "edit", "bash", "grep", "find", "ls"] as const;
