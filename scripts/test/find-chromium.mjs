/** Where there is a Chromium to test pages in. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/**
 * @param {string | undefined} path folders, as in `PATH`
 * @returns {string | undefined} the program, by its first name that is in one of them
 */
export function findChromium(path) {
  const folders = (path ?? "").split(delimiter).filter((folder) => folder !== "");
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
