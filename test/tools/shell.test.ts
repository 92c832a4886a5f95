import { describe, expect, it } from "vitest";
import { findShell } from "../../src/tools/shell.ts";

const WINDOWS = {
  SystemRoot: "C:\\WINDOWS",
  ProgramFiles: "C:\\Program Files",
  LOCALAPPDATA: "C:\\Users\\me\\AppData\\Local",
};

/** The shell found on a machine where exactly these programs are. */
function find(platform: NodeJS.Platform, environment: Record<string, string>, programs: string[]): string {
  const there = programs.map((path) => (platform === "win32" ? path.toLowerCase() : path));
  const isProgram = (path: string) => there.includes(platform === "win32" ? path.toLowerCase() : path);
  try {
    return findShell({ platform, environment, isProgram });
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
}

const NONE =
  "ToolError: bash: no bash was found (the one in System32 is WSL's and runs in another file system). " +
  "Install Git for Windows from https://git-scm.com, or set LETSCODE_SHELL to the path of a bash.exe.";

describe("on Windows the shell", () => {
  it.each([
    ["is never the one in System32", "C:\\Windows\\System32", ["C:\\Windows\\System32\\bash.exe"]],
    ["whatever the case of its letters", "c:\\windows\\SYSTEM32", ["C:\\Windows\\System32\\BASH.EXE"]],
    ["or the way it is written", "C:\\Windows\\.\\System32\\", ["C:\\Windows\\System32\\bash.exe"]],
    ["nor on another drive", "D:\\Windows\\System32", ["D:\\Windows\\System32\\bash.exe"]],
    [
      "nor the Store's alias",
      "C:\\Users\\me\\AppData\\Local\\Microsoft\\WindowsApps",
      ["C:\\Users\\me\\AppData\\Local\\Microsoft\\WindowsApps\\bash.exe"],
    ],
    ["and a message says what to do when there is none", "C:\\tools", []],
  ])("%s [D22]", (_title, path, programs) => {
    expect(find("win32", { ...WINDOWS, PATH: path }, programs)).toBe(NONE);
  });

  it("is Git's beside the git on PATH, also when System32 comes first [D22]", () => {
    const path = "C:\\Windows\\system32;D:\\Git\\cmd;C:\\Windows";
    const programs = ["C:\\Windows\\system32\\bash.exe", "D:\\Git\\cmd\\git.exe", "D:\\Git\\bin\\bash.exe"];
    expect(find("win32", { ...WINDOWS, Path: path }, programs)).toBe("D:\\Git\\bin\\bash.exe");
  });

  it("is Git's in its usual places, when PATH names neither [D22]", () => {
    const own = "C:\\Users\\me\\AppData\\Local\\Programs\\Git\\bin\\bash.exe";
    expect(find("win32", { ...WINDOWS, PATH: "C:\\Windows\\System32" }, [own])).toBe(own);
    const all = "C:\\Program Files\\Git\\bin\\bash.exe";
    expect(find("win32", { ...WINDOWS, PATH: "" }, [own, all])).toBe(all);
  });

  it("is any other bash on PATH, such as MSYS2's [D22]", () => {
    const path = 'C:\\Windows\\System32;"C:\\msys64\\usr\\bin"';
    expect(
      find("win32", { ...WINDOWS, PATH: path }, [
        "C:\\Windows\\System32\\bash.exe",
        "C:\\msys64\\usr\\bin\\bash.exe",
      ]),
    ).toBe("C:\\msys64\\usr\\bin\\bash.exe");
  });
});

describe("elsewhere the shell", () => {
  it("is the first bash on PATH, relative folders aside", () => {
    const programs = ["bin/bash", "/opt/bin/bash", "/bin/bash"];
    expect(find("linux", { PATH: "bin:.:/usr/local/bin:/opt/bin:/bin" }, programs)).toBe("/opt/bin/bash");
  });

  it("is the system's bash without a PATH, and sh where there is no bash", () => {
    expect(find("linux", {}, ["/bin/bash", "/bin/sh"])).toBe("/bin/bash");
    expect(find("darwin", { PATH: "/usr/bin" }, ["/bin/sh"])).toBe("/bin/sh");
    expect(find("linux", {}, [])).toBe(
      "ToolError: bash: no shell was found. Install bash, or set LETSCODE_SHELL to the path of a shell.",
    );
  });
});

const ADVICE =
  "Only the user can change that: to the path of a shell, or to nothing, so that bash is looked for.";

describe("LETSCODE_SHELL", () => {
  it("names the shell, on every platform", () => {
    expect(find("linux", { LETSCODE_SHELL: "/opt/fish", PATH: "/bin" }, ["/opt/fish", "/bin/bash"])).toBe(
      "/opt/fish",
    );
    expect(find("win32", { letscode_shell: "C:\\b\\bash.exe" }, ["C:\\b\\bash.exe"])).toBe("C:\\b\\bash.exe");
  });

  it("is an error when it names nothing that can be run", () => {
    expect(find("linux", { LETSCODE_SHELL: "/nowhere" }, ["/bin/bash"])).toBe(
      `ToolError: bash: LETSCODE_SHELL names /nowhere, which is no program that can be run. ${ADVICE}`,
    );
    expect(find("linux", { LETSCODE_SHELL: "bash" }, ["bash", "/bin/bash"])).toBe(
      `ToolError: bash: LETSCODE_SHELL names bash, which is no absolute path. ${ADVICE}`,
    );
  });
});
