import { describe, expect, test } from "vitest";
import { userFolder } from "../src/user-folder.ts";

type Kind = Parameters<typeof userFolder>[0];

describe.each<[Kind, string, string, string, string]>([
  ["config", "XDG_CONFIG_HOME", ".config", "APPDATA", "Roaming"],
  ["data", "XDG_DATA_HOME", ".local/share", "LOCALAPPDATA", "Local"],
  ["state", "XDG_STATE_HOME", ".local/state", "LOCALAPPDATA", "Local"],
])("the user's folder for %s", (kind, variable, usual, windowsVariable, windowsUsual) => {
  const folder = (environment: Record<string, string>, platform = "linux") =>
    userFolder(kind, { environment, home: "/home/ada", platform });

  test("lies where the XDG variable says, if that is an absolute path", () => {
    expect(folder({})).toBe(`/home/ada/${usual}/letscode`);
    expect(folder({ [variable]: "/etc/ada" })).toBe("/etc/ada/letscode");
    expect(folder({ [variable]: "/x" }, "darwin")).toBe("/x/letscode");
    for (const ignored of ["relative", ""])
      expect(folder({ [variable]: ignored })).toBe(`/home/ada/${usual}/letscode`);
  });

  test("lies in AppData on Windows", () => {
    expect(folder({ [variable]: "/x", [windowsVariable]: "/appdata" }, "win32")).toBe("/appdata/letscode");
    expect(folder({ [variable]: "/x" }, "win32")).toBe(`/home/ada/AppData/${windowsUsual}/letscode`);
  });
});
