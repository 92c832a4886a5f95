import { describe, expect, it } from "vitest";
import { compileName, compilePath } from "../../src/tools/glob.ts";
import { compileGlob } from "../../src/tools/glob-filter.ts";

describe("a glob for one name", () => {
  it.each([
    ["*", ["a", ".a", ""], []],
    ["*.log", ["a.log", ".log", "a.b.log"], ["a.logs", "log"]],
    ["a*", ["a", "abc"], ["ba"]],
    ["a*b*c", ["abc", "aXbXXc", "abcbc"], ["acb", "abcd"]],
    ["a?c", ["abc", "aéc", "a🙂c"], ["ac", "abbc"]],
    ["[a-c]x", ["ax", "cx"], ["dx", "x"]],
    ["[!a-c]x", ["dx", "🙂x"], ["ax"]],
    ["[^a]", ["b"], ["a"]],
    ["[]a]", ["]", "a"], ["b"]],
    ["[a-]", ["a", "-"], ["b"]],
    ["[\\]]", ["]"], ["\\"]],
    ["[[:digit:][:upper:]_]", ["7", "X", "_"], ["x"]],
    ["\\*", ["*"], ["a", "\\*"]],
    ["\\a", ["a"], ["\\a"]],
    ["a**b", ["ab", "axb"], []],
    ["[a", [], ["[a", "a"]],
    ["a\\", [], ["a\\", "a"]],
    ["[[:no:]]", [], ["n", "[[:no:]]"]],
    ["a.b", ["a.b"], ["axb"]],
  ] as [string, string[], string[]][])("%s", (glob, matching, others) => {
    const match = compileName(glob);
    expect([...matching, ...others].filter(match)).toEqual(matching);
  });
});

describe("a glob for a path", () => {
  it.each([
    ["a/b", ["a/b"], ["b", "x/a/b", "a/b/c"]],
    ["a/*", ["a/b", "a/.b"], ["a", "a/b/c"]],
    ["**/a", ["a", "x/a", "x/y/a"], ["b", "a/b"]],
    ["a/**", ["a/b", "a/b/c"], ["a", "b/a/c"]],
    ["a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["a", "b", "a/b/c"]],
    ["**/a/**/b/*.c", ["a/b/x.c", "x/a/y/b/.c", "a/b/a/b/z.c"], ["a/x.c", "a/b/c/x.c"]],
    ["**/**/a", ["a", "x/a"], ["b"]],
  ] as [string, string[], string[]][])("%s", (glob, matching, others) => {
    const match = compilePath(glob);
    expect([...matching, ...others].filter((path) => match(path.split("/")))).toEqual(matching);
  });
});

describe("a glob of find and grep", () => {
  it.each([
    ["*.ts", ["a.ts", "x/y/a.ts"], ["a.tsx"]],
    ["src/*.ts", ["src/a.ts"], ["a.ts", "x/src/a.ts", "src/x/a.ts"]],
    ["./src/*.ts", ["src/a.ts"], ["a.ts"]],
    ["/src/a.ts", ["src/a.ts"], ["x/src/a.ts"]],
    ["**/AGENTS*.md", ["AGENTS.md", "x/y/AGENTS.local.md"], ["agents.md"]],
    ["src/", ["src"], ["x"]],
    ["*.{js,ts}", ["a.js", "x/b.ts"], ["a.jsx", "a.{js,ts}x"]],
    ["{src,test/{unit,e2e}}/**/*.ts", ["src/a.ts", "test/e2e/x/b.ts"], ["test/a.ts"]],
    ["!*.test.ts", ["a.ts"], ["a.test.ts", "x/a.test.ts"]],
    ["[id].tsx", ["[id].tsx", "app/[id].tsx", "i.tsx"], ["x.tsx"]],
    ["app/[id]/page.tsx", ["app/[id]/page.tsx", "app/d/page.tsx"], ["app/x/page.tsx"]],
    ["a\\{b,c\\}", ["a{b,c}"], ["ab"]],
  ] as [string, string[], string[]][])("%s", (glob, matching, others) => {
    const match = compileGlob(glob, "linux");
    expect([...matching, ...others].filter((path) => match(path.split("/")))).toEqual(matching);
  });

  it("may have backslashes between names on Windows", () => {
    expect(compileGlob("src\\**\\*.ts", "win32")(["src", "a", "b.ts"])).toBe(true);
  });

  it("refuses braces that multiply without end", () => {
    expect(() => compileGlob("{a,b}".repeat(20))).toThrow(
      "stands for more than 1000 patterns: use fewer braces.",
    );
  });

  it("takes no time even where regular expressions take for ever", () => {
    const match = compileGlob(`${"*a".repeat(40)}b/${"**/".repeat(40)}x`);
    expect(match(["a".repeat(5000), ...Array.from({ length: 200 }, () => "y")])).toBe(false);
    expect(compileName(`${"*a".repeat(100)}b`)("a".repeat(5000))).toBe(false);
  }, 5000);
});
