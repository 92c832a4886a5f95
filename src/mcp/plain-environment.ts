/** What an MCP server knows of our environment: what any program needs, and nothing that could be a key. */

const POSIX = [
  ...["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"],
  ...["LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "TZ"],
];
const WINDOWS = [
  ...["APPDATA", "COMSPEC", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATH", "PATHEXT"],
  ...["PROCESSOR_ARCHITECTURE", "PROGRAMDATA", "PROGRAMFILES", "PROGRAMFILES(X86)", "PROGRAMW6432"],
  ...["SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP", "USERNAME", "USERPROFILE", "WINDIR"],
];

/** These variables of `environment`, and those of `own` over them; Windows' names know no case. */
export function plainEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  platform: string,
  own: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const [names, known] =
    platform === "win32" ? [WINDOWS, (name: string) => name.toUpperCase()] : [POSIX, (name: string) => name];
  const taken = Object.keys(own).map(known);
  const plain = Object.entries(environment).filter((entry): entry is [string, string] => {
    const [name, value] = entry;
    return value !== undefined && names.includes(known(name)) && !taken.includes(known(name));
  });
  return { ...Object.fromEntries(plain), ...own };
}
