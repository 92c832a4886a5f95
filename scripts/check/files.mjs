/** Reads every file of the project that people write and fails on what `words.mjs` does not want. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { tooLong, unwantedWords } from "./words.mjs";

/** These speak about unwanted words. */
const ABOUT_WORDS = ["scripts/check/words.mjs", "test/scripts/words.test.ts"];
const GENERATED =
  /\.gen\.|_gen\.go$|^package-lock\.json$|^schema\/|^sdks\/python\/src\/letscode\/(wire|_methods)\.py$|^conformance\/golden\//;
/** Tests may be longer: they mirror one source file, however much there is to say of it. */
const CODE = /^(?!test\/|.*_test\.go$|sdks\/python\/tests\/).*\.(ts|mts|js|mjs|cjs|py|go|cs)$/;
const TEXT = /(\.(ts|mts|js|mjs|cjs|py|go|cs|json|jsonl|md|txt|toml|yml|yaml|sh)|(^|\/)[^.]+)$/;

const listed = execFileSync(
  "git",
  ["-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
  { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
);
const files = listed.split("\0").filter((file) => file !== "" && existsSync(file) && !GENERATED.test(file));
const found = files.flatMap((file) => {
  const text = TEXT.test(file) ? readFileSync(file, "utf8") : "";
  const words = ABOUT_WORDS.includes(file) ? [] : unwantedWords(file, text);
  return CODE.test(file) ? [...words, ...tooLong(file, text)] : words;
});
for (const sentence of found) console.error(sentence);
process.exitCode = found.length > 0 ? 1 : 0;
