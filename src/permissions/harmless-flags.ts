/** The flags that may follow a command which was allowed for good. */

/** Flags, alone or behind the `--` whose rest goes to a program that is not known. They have no value. */
const ANYWHERE = flags(
  "--help --version --verbose --quiet --silent --watch --color --no-color --dry-run --nocapture",
);

const GIT_SHOWN =
  "-p -w -n --patch --stat --numstat --shortstat --name-only --name-status --word-diff --color-words --oneline";
const NPM_ADD =
  "-D -E -O -S --save --save-dev --save-exact --save-optional --no-save --no-audit --no-fund --ignore-scripts --omit " +
  "--legacy-peer-deps --frozen-lockfile --immutable --offline --prefer-offline --prod --production --dev --force";
const CARGO =
  "-F -j -p -q -r -v --release --workspace --all --all-targets --all-features --no-default-features --features --package " +
  "--exclude --lib --bin --bins --test --tests --example --examples --bench --benches --doc --locked --offline --frozen " +
  "--jobs --keep-going --no-run --no-fail-fast --profile";
const GO = "-v -x -n -a -p -race -tags -trimpath";
const PIP =
  "-U -c -e -q -r -v --upgrade --requirement --constraint --editable --no-deps --pre --no-cache-dir --force-reinstall";
const KUBECTL = "-A -n -l -w --namespace --all-namespaces --selector --show-labels";

/**
 * By program, or program and subcommand: flags that, whatever their value is, name no program to run, no configuration,
 * no file to write and no other project. What is not here may be anything: the same letter is harmless in one program
 * and names a file to write in the next.
 */
const HARMLESS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    "git status": "-b -s -u --short --branch --porcelain --untracked-files --ignored",
    "git log":
      `${GIT_SHOWN} --graph --all --decorate --follow --since --until --author --grep --format --pretty ` +
      "--max-count --reverse --merges --no-merges --first-parent",
    "git show": `${GIT_SHOWN} --format --pretty`,
    "git diff": `${GIT_SHOWN} --cached --staged`,
    "git blame": "-w -L",
    "git add": "-A -N -f -p -u -v --all --update --patch --intent-to-add",
    "git commit":
      "-a -m -n -q -s -v --message --all --amend --no-edit --signoff --allow-empty --author --date --no-verify",
    "git push": "-f -n -q -u -v --set-upstream --force --force-with-lease --tags --follow-tags",
    "git pull": "-q -r -v --rebase --no-rebase --ff-only --no-ff --autostash --tags --prune",
    "git fetch": "-f -p -q -t -v --all --prune --tags --depth --unshallow",
    "git branch": "-D -a -d -m -r -v --list --all --show-current --merged --no-merged --contains --delete",
    "git checkout": "-B -b -q -t --track",
    "git switch": "-C -c -q -t --create --detach --track",
    "git restore": "-S -W -s --staged --worktree --source",
    "git reset": "-q --hard --soft --mixed",
    "git merge": "-m --no-ff --ff-only --squash --abort --continue --no-edit",
    "git stash": "-a -m -p -q -u --include-untracked --message --index",
    "git tag": "-a -d -l -m -n --list --sort --delete",
    "npm install": NPM_ADD,
    "npm i": NPM_ADD,
    "npm ci": NPM_ADD,
    "npm add": NPM_ADD,
    "npm uninstall": NPM_ADD,
    "npm update": NPM_ADD,
    "npm audit": NPM_ADD,
    "npm test": "-s --if-present --ignore-scripts",
    "npm run": "-s --if-present --ignore-scripts",
    "npm ls": "--depth --all",
    "pnpm install": NPM_ADD,
    "pnpm add": NPM_ADD,
    "yarn install": NPM_ADD,
    "yarn add": NPM_ADD,
    "bun install": NPM_ADD,
    "bun add": NPM_ADD,
    "cargo build": CARGO,
    "cargo check": CARGO,
    "cargo test": CARGO,
    "cargo bench": CARGO,
    "cargo clippy": CARGO,
    "cargo doc": `${CARGO} --no-deps`,
    "cargo fmt": "-q -v --all --check",
    "cargo add": "-D -F -q --dev --features --optional --no-default-features",
    "go build": GO,
    "go vet": GO,
    "go test":
      `${GO} -run -skip -bench -benchmem -benchtime -count -short -timeout -failfast -cover -covermode -coverpkg ` +
      "-parallel -cpu -shuffle -list -json",
    "go get": "-d -t -u -v",
    "go mod": "-v -e",
    "pip install": PIP,
    "pip3 install": PIP,
    "uv pip": PIP,
    "uv add": "--dev --group --optional",
    "uv sync": "--dev --group --extra --all-extras --all-groups --frozen --locked",
    "poetry add": "-D -G --dev --group",
    "poetry install": "--no-root --with --without",
    "docker ps": "-a -n -q --all",
    "docker images": "-a -q --all",
    "docker logs": "-f -t --follow --tail --since --timestamps",
    "docker build": "-q -t --tag --no-cache --pull",
    "docker compose":
      "-a -d -q -t --all --detach --build --force-recreate --wait --remove-orphans --follow --tail --since --no-cache",
    "kubectl get": KUBECTL,
    "kubectl describe": KUBECTL,
    "kubectl logs": "-c -f -l -n -p --namespace --selector --follow --tail --since --previous",
    "gh pr": "-B -H -L -b -d -t --title --body --base --head --draft --limit --state --author --label --json",
    "gh issue": "-L -b -l -t --title --body --limit --state --author --label --json",
    "gh run": "-L --limit --json --log --log-failed",
    "apt install": "-q -y --yes",
    "apt-get install": "-q -y --yes",
  }).map(([program, names]) => [program, flags(names)]),
);

/** A place outside the folder that the command works in, as a word or as a flag's value. */
const ELSEWHERE = /^(?:-[^=]*=)?(?:\/|[A-Za-z]:|file:|(?:[^=]*\/)?\.\.(?:\/|$))/;

/**
 * Whether all of `rest`, what follows the allowed words of a command, is harmless. `programs` are the names under which the
 * program is known, such as `git` and `git push`.
 */
export function isHarmless(rest: readonly string[], programs: readonly string[]): boolean {
  const known = new Set(programs.flatMap((program) => [...(HARMLESS.get(program) ?? [])]));
  const end = rest.indexOf("--");
  return rest.every((word, at) => {
    if (ELSEWHERE.test(word)) return false;
    if (!word.startsWith("-") || word === "--" || ANYWHERE.has(word)) return true;
    return (end === -1 || at < end) && isOneOf(word, known);
  });
}

/** With or without a value behind `=`, or several letters behind one dash, such as `-am`. */
function isOneOf(word: string, known: ReadonlySet<string>): boolean {
  if (known.has(word.split("=", 1)[0] ?? word)) return true;
  return /^-[A-Za-z]+$/.test(word) && [...word.slice(1)].every((letter) => known.has(`-${letter}`));
}

function flags(names: string): ReadonlySet<string> {
  return new Set(names.split(" "));
}
