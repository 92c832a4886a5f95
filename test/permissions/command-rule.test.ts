import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commandRule } from "../../src/permissions/command-rule.ts";
import { plainWords } from "../../src/permissions/plain-words.ts";

/** What an allowed command lets through afterwards: what it begins with, behind `=` the very command. */
const RULES: [command: string, rule: string][] = [
  ["git status", "git status"],
  ["  git\tstatus --short ", "git status"],
  ["git push origin main", "git push"],
  ["/usr/bin/git push", "/usr/bin/git push"],
  ["git stash pop", "git stash pop"],
  ["git stash", "= git stash"],
  ["git -C elsewhere status", "= git -C elsewhere status"],
  ["git", "= git"],
  ["npm test", "npm test"],
  ["npm test -- --watch", "npm test"],
  ["npm test -- --reporter=./evil", "= npm test -- --reporter=./evil"],
  ["npm run build", "npm run build"],
  ["npm run build:all -- --fast", "= npm run build:all -- --fast"],
  ["npm run build:all fast", "npm run build:all"],
  ["npm install --save-dev -E @types/node", "npm install"],
  ["npm run", "= npm run"],
  ["cargo test --workspace", "cargo test"],
  ["cargo test -p core --features=a,b", "cargo test"],
  ["go test ./...", "go test"],
  ["go test -run TestOne -count=1 ./...", "go test"],
  ["pip install -U -r requirements.txt", "pip install"],
  ["git log --oneline main..next", "git log"],
  ["git commit -am one", "git commit"],
  ["go mod tidy", "go mod tidy"],
  ["docker ps -a", "docker ps"],
  ["docker compose up -d", "docker compose up"],
  ["npx vitest run", "npx vitest run"],
  ["npx vitest", "= npx vitest"],
  ["uv run pytest -q", "= uv run pytest -q"],
  ["bundle exec rspec spec", "bundle exec rspec spec"],
  ["poetry run git push --force", "poetry run git push"],
  ["git commit -m 'one; two'", "git commit"],
  ['git commit -m "größer & besser"', "git commit"],
  ["'git' \"push\"", "git push"],
  // What follows is a file, a script or a flag.
  ["ls -la", "= ls -la"],
  ["ls src", "= ls src"],
  ["rm build", "= rm build"],
  ["cat notes", "= cat notes"],
  ["find src", "= find src"],
  ["curl example", "= curl example"],
  ["make all", "= make all"],
  ["python manage", "= python manage"],
  ["node server.mjs", "= node server.mjs"],
  ["node -e 'process.exit(1)'", "= node -e process.exit(1)"],
  ["./run.sh fast", "./run.sh fast"],
  ["./run.sh ../elsewhere", "= ./run.sh ../elsewhere"],
  ["prog a.txt", "= prog a.txt"],
  ["docker run alpine", "= docker run alpine"],
  ["docker compose exec web sh", "= docker compose exec web sh"],
  ["kubectl exec pod", "= kubectl exec pod"],
  ["git config alias.x y", "= git config alias.x y"],
  ["git rebase main", "= git rebase main"],
  // A flag that reaches further than the program.
  ["git diff --output=/etc/passwd", "= git diff --output=/etc/passwd"],
  ["git diff --outp=x", "= git diff --outp=x"],
  ["git fetch --upload-pack=./evil origin", "= git fetch --upload-pack=./evil origin"],
  ["go test -exec ./evil", "= go test -exec ./evil"],
  ["go build -toolexec=./evil", "= go build -toolexec=./evil"],
  ["npm test --script-shell ./evil", "= npm test --script-shell ./evil"],
  ["cargo test --config x", "= cargo test --config x"],
  ["go build -o /tmp/x", "= go build -o /tmp/x"],
  ["go build -o x", "= go build -o x"],
  ["go build -overlay x", "= go build -overlay x"],
  ["go build -modfile=x", "= go build -modfile=x"],
  ["go build -C elsewhere", "= go build -C elsewhere"],
  ["go build -ldflags=-extld=./evil", "= go build -ldflags=-extld=./evil"],
  ["go vet -vettool ./evil", "= go vet -vettool ./evil"],
  ["go test -coverprofile=x", "= go test -coverprofile=x"],
  ["go test -o x", "= go test -o x"],
  ["go test -args -x", "= go test -args -x"],
  ["pip install --python ./evil y", "= pip install --python ./evil y"],
  ["pip install --log x y", "= pip install --log x y"],
  ["pip install --target x y", "= pip install --target x y"],
  ["pip install -t x y", "= pip install -t x y"],
  ["pip install --prefix x y", "= pip install --prefix x y"],
  ["pip install --pyth ./evil y", "= pip install --pyth ./evil y"],
  ["npm install --git ./evil x", "= npm install --git ./evil x"],
  ["npm install --userconfig x y", "= npm install --userconfig x y"],
  ["npm install --globalconfig /tmp/x y", "= npm install --globalconfig /tmp/x y"],
  ["npm install -g x", "= npm install -g x"],
  ["npm install --workspace x y", "= npm install --workspace x y"],
  ["npm install --npm-version x", "= npm install --npm-version x"],
  ["npm test --git=./evil", "= npm test --git=./evil"],
  ["npm test -script-shell ./evil", "= npm test -script-shell ./evil"],
  ["npm test --scri ./evil", "= npm test --scri ./evil"],
  ["npm run build --userconfig=x", "= npm run build --userconfig=x"],
  ["npm run build --prefix x", "= npm run build --prefix x"],
  ["npm run build -C x", "= npm run build -C x"],
  ["cargo build --target-dir x", "= cargo build --target-dir x"],
  ["cargo build --manifest-path x", "= cargo build --manifest-path x"],
  ["cargo build --config=x", "= cargo build --config=x"],
  ["cargo build -Zunstable", "= cargo build -Zunstable"],
  ["cargo test --manifest-path /tmp/x/Cargo.toml", "= cargo test --manifest-path /tmp/x/Cargo.toml"],
  ["cargo add --path ./evil", "= cargo add --path ./evil"],
  ["git commit -F /etc/passwd", "= git commit -F /etc/passwd"],
  ["git commit -F x", "= git commit -F x"],
  ["git commit -amF", "= git commit -amF"],
  ["git diff --no-index a b", "= git diff --no-index a b"],
  ["git log -Ox", "= git log -Ox"],
  ["git log --ext-diff", "= git log --ext-diff"],
  ["docker build -o x .", "= docker build -o x ."],
  ["docker build -f x .", "= docker build -f x ."],
  ["docker compose up --file x", "= docker compose up --file x"],
  ["kubectl get pods --kubeconfig x", "= kubectl get pods --kubeconfig x"],
  ["gh pr list -R another/project", "= gh pr list -R another/project"],
  ["tool do -o x", "= tool do -o x"],
  ["tool do --log=x", "= tool do --log=x"],
  ["dotnet build other", "= dotnet build other"],
  ["go test /tmp/x", "= go test /tmp/x"],
  ["go test ../x", "= go test ../x"],
  ["go test ./a/../../x", "= go test ./a/../../x"],
  ["npm install file:../x", "= npm install file:../x"],
  ["git log --author=/tmp/x", "= git log --author=/tmp/x"],
  ["npx -y evil", "= npx -y evil"],
];

/** What no rule ever covers. Each would otherwise begin with an allowed command, or run another program. */
const ALWAYS_ASKED = [
  "",
  "   ",
  "git status; rm -rf ~",
  "git status;rm x",
  "git status && rm x",
  "git status || rm x",
  "git status | sh",
  "git status |& sh",
  "git status & rm x",
  "git status &",
  "git status $(rm x)",
  'git status "$(rm x)"',
  "git status `rm x`",
  'git status "`rm x`"',
  "git status <(rm x)",
  "git status >(rm x)",
  "git status > ~/.bashrc",
  "git status>out",
  "git status 2>out",
  "git status >> out",
  "git status >| out",
  "git status &> out",
  "git status < in",
  "git status <<EOF\nx\nEOF",
  "git status <<< x",
  "git status\nrm x",
  "git status\r\nrm x",
  "git status\n",
  "git status \\\nrm",
  "git status $HOME",
  `git status $${"{IFS}"}rm`,
  'git status "$HOME"',
  "git status $'\\n'rm",
  'git status $"x"',
  "git status \\; rm",
  "git status \\$(rm x)",
  'git status "a\\"b"',
  'git status "a!b"',
  "git status 'a",
  'git status "a',
  "git status 'a'\"'\"'; rm x'\n",
  "git status *",
  "git status ?",
  "git status [a]",
  "git status {a,b}",
  "git status ~/x",
  "git status # rm",
  "git status #rm",
  "git status !!",
  "! git status",
  "(git status)",
  "{ git status; }",
  "[ -e x ]",
  "[[ -e x ]]",
  "((1))",
  "git() { rm x; }",
  "if git status; then rm x; fi",
  "GIT_PAGER=./evil git log",
  "PATH=. git status",
  "A=b",
  "A+=b git status",
  "'A'=b git status",
  "=git status",
  "\u0000git status",
  "git status\u0000; rm x",
  "git\u00a0status",
  "git status\u2028rm x",
  "git status\u000brm x",
  "git status 'a\u001bb'",
  "git status größer",
  "-x git",
  "'' git status",
  "'git status'",
  "sudo git status",
  "SUDO git status",
  "/usr/bin/sudo git status",
  "./sudo git status",
  "s'u'do git status",
  "doas git status",
  "env git status",
  "env -i git status",
  "xargs git status",
  "sh -c 'git status'",
  "bash -lc 'git status'",
  "bash run.sh",
  "zsh -c x",
  "eval git status",
  "exec git status",
  "source x",
  ". x",
  "command git status",
  "builtin cd x",
  "nohup git status",
  "nice git status",
  "time git status",
  "timeout 5 git status",
  "watch git status",
  "flock x git status",
  "setsid git status",
  "stdbuf -o0 git status",
  "ssh host git status",
  "busybox sh",
  "cmd.exe /c del x",
  "powershell -c x",
  "npx sudo x",
  "npm exec -- sh -c x",
  "npx -p x sh",
  "uv run bash -c x",
  "bundle exec env x",
  "poetry run npx sh -c x",
];

/** Whatever a shell gives a meaning, or may. */
const META = [
  ..."; & | < > $ ` \\ ( ) { } [ ] * ? ~ # ! ^".split(" "),
  "\n",
  "\r",
  "&&",
  "||",
  "$(",
  "<(",
  "<<",
];

describe("what an allowed command allows from now on", () => {
  test.each(RULES)("%j: %s", (command, shown) => {
    const rule = commandRule(command);
    expect(`${rule?.exact ? "= " : ""}${rule?.words.join(" ")}`).toBe(shown);
  });

  test.each(ALWAYS_ASKED)("%j: nothing, it is asked about every time", (command) => {
    expect(commandRule(command)).toBeUndefined();
  });

  test("covers the same command again, whatever blanks and quotes it is written with", () => {
    expect(commandRule(" 'git'\t\"status\"  --short")).toEqual(commandRule("git status"));
    expect(commandRule('rm  "a b"')).toEqual(commandRule("rm 'a b'"));
    expect(commandRule("rm 'a b'")).not.toEqual(commandRule("rm a b"));
  });
});

/** Words, quoted texts and blanks, as a command might be made of. */
const piece = fc.oneof(
  fc.constantFrom("git status", "npm run build", "cargo test", "a.txt", "--flag=x", " ", "  ", "\t"),
  fc.string({ maxLength: 6, unit: fc.constantFrom(..."abcXYZ019_@%+=:,./- ") }),
  fc.string({ maxLength: 6, unit: "grapheme" }).map((text) => `'${text.replaceAll("'", "")}'`),
  fc.string({ maxLength: 6, unit: "grapheme" }).map((text) => `"${text.replace(/["$`\\!]/g, "")}"`),
);
const plain = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(""));

describe("for any command", () => {
  test("with something outside quotes that means more than itself there is no rule", () => {
    fc.assert(
      fc.property(plain, fc.constantFrom(...META), plain, (before, meta, after) => {
        expect(commandRule(`${before}${meta}${after}`)).toBeUndefined();
        expect(plainWords(`git status ${meta}${after}`)).toBeUndefined();
        expect(plainWords(`git status${meta}${after}`)).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
  });

  test("with something inside double quotes that is replaced there is no rule", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 5 }), fc.constantFrom("$", "`", "\\", "!", "\n"), (text, meta) => {
        expect(commandRule(`git status "${text.replaceAll('"', "")}${meta}x"`)).toBeUndefined();
      }),
    );
  });

  test("the words are those a shell runs it with", () => {
    const commands = fc
      .sample(plain, { numRuns: 3000, seed: 7 })
      .filter((command) => plainWords(command) !== undefined);
    expect(commands.length).toBeGreaterThan(300);
    // A word in front of them, so that the shell runs nothing.
    const script = commands.map((command) => `printf '%s\\0' : ${command}\nprintf '\\n\\0'\n`).join("");
    const output = execFileSync("bash", ["--norc"], { input: script, encoding: "utf8", maxBuffer: 1 << 26 });
    const lines = output.split("\n\0").slice(0, -1);
    expect(lines.map((line) => line.split("\0").slice(1, -1))).toEqual(commands.map(plainWords));
  });
});
