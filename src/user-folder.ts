/** Where letscode's folders among the user's own are: where the XDG rules have them, on Windows in AppData. */
import { isAbsolute, join } from "node:path";

/** What a user's folders follow from. */
export interface UserSurroundings {
  environment: Readonly<Record<string, string | undefined>>;
  home: string;
  /** As `process.platform`. */
  platform: string;
}

/** The variable that names the folder, and where it is when none does; the same on Windows. */
const KINDS = {
  config: { posix: ["XDG_CONFIG_HOME", ".config"], windows: ["APPDATA", "AppData/Roaming"] },
  data: { posix: ["XDG_DATA_HOME", ".local/share"], windows: ["LOCALAPPDATA", "AppData/Local"] },
  state: { posix: ["XDG_STATE_HOME", ".local/state"], windows: ["LOCALAPPDATA", "AppData/Local"] },
} as const;

/** letscode's folder for what the user configures, for what it keeps for them, or for what it remembers. */
export function userFolder(
  kind: keyof typeof KINDS,
  { environment, home, platform }: UserSurroundings,
): string {
  const [variable, usual] = KINDS[kind][platform === "win32" ? "windows" : "posix"];
  const named = environment[variable];
  // The XDG rules: a relative path is to be ignored.
  return join(named && isAbsolute(named) ? named : join(home, usual), "letscode");
}
