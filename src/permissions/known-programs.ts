/** What is known of programs, for the question what may follow a command that was allowed for good. */

/** Programs and builtins that run what their arguments say. They are asked about every time. */
export const RUNS_ANYTHING: ReadonlySet<string> = new Set(
  (
    "sudo doas su pkexec runuser setpriv env xargs sh bash dash zsh ksh mksh fish csh tcsh ash rbash busybox toybox " +
    "cmd powershell pwsh wsl eval exec source . command builtin coproc function trap alias nohup nice ionice time " +
    "timeout stdbuf setsid script expect chroot unshare nsenter chrt taskset flock watch parallel entr at batch " +
    "crontab systemd-run strace ltrace gdb lldb ssh mosh screen tmux start-stop-daemon proxychains firejail bwrap"
  ).split(" "),
);

/** Programs, or programs with a subcommand, that run the program named behind them, which is then what is looked at. */
export const RUNS_NEXT: ReadonlySet<string> = new Set([
  "npx",
  "bunx",
  "uvx",
  "npm exec",
  "pnpm exec",
  "pnpm dlx",
  "yarn exec",
  "yarn dlx",
  "bun x",
  "uv run",
  "poetry run",
  "pipenv run",
  "bundle exec",
]);

/**
 * Programs, or programs with a subcommand, of which only the very same command is allowed for good: what follows is no
 * subcommand but a file, a script, or a program to run.
 */
export const NEVER_WITH_MORE: ReadonlySet<string> = new Set([
  ...(
    "ls cat head tail less more cp mv rm rmdir mkdir ln touch chmod chown chgrp dd tee truncate shred install stat " +
    "file du df cd pushd echo printf test read wc sort uniq cut paste tr comm diff cmp patch split grep egrep fgrep rg " +
    "ag find fd locate sed awk gawk mawk nawk ed vi vim nvim nano emacs tar zip unzip gzip gunzip bzip2 xz zstd cpio " +
    "rsync scp sftp ftp curl wget nc ncat socat telnet kill killall pkill mount umount make gmake ninja just task rake " +
    "ant python python2 python3 pypy pypy3 node nodejs deno bun ruby perl php lua luajit java jshell tclsh osascript " +
    "tsx ts-node jq yq psql mysql sqlite3 mongosh redis-cli export set unset declare typeset readonly local which type " +
    "open xdg-open start"
  ).split(" "),
  "git config",
  "git rebase",
  "git grep",
  "git clone",
  "git bisect",
  "git submodule",
  "git filter-branch",
  "git difftool",
  "git mergetool",
  "git am",
  "go run",
  "go generate",
  "go tool",
  "cargo install",
  "dotnet build",
  "dotnet msbuild",
  "dotnet publish",
  "dotnet run",
  "dotnet test",
  "docker run",
  "docker exec",
  "docker compose run",
  "docker compose exec",
  "docker container run",
  "docker container exec",
  "podman run",
  "podman exec",
  "kubectl run",
  "kubectl exec",
  "kubectl debug",
]);

/** Programs that say with two words what they do. Behind a star: with any first word. */
export const TWO_WORDS: ReadonlySet<string> = new Set([
  "npm run",
  "npm run-script",
  "pnpm run",
  "yarn run",
  "yarn workspace",
  "bun run",
  "deno task",
  "composer run",
  "git remote",
  "git stash",
  "git worktree",
  "git notes",
  "go mod",
  "go work",
  "docker compose",
  "docker container",
  "docker image",
  "docker volume",
  "docker network",
  "docker system",
  "docker buildx",
  "podman compose",
  "kubectl config",
  "kubectl rollout",
  "gh pr",
  "gh issue",
  "gh repo",
  "gh run",
  "gh release",
  "gh workflow",
  "gh auth",
  "uv pip",
  "uv tool",
  "dotnet tool",
  "dotnet nuget",
  "terraform state",
  "terraform workspace",
  "brew services",
]);
