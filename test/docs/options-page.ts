/** docs/options.md, written from the table of options: the page cannot say anything else than the program does. */
import { describe, signatureOf } from "../../src/cli/help.ts";
import { doorsText, keyOf, OPTION_GROUPS, type OptionSpec } from "../../src/cli/option-spec.ts";
import { FLAG_ENTRIES, OPTION_ENTRIES } from "../../src/cli/option-table.ts";
import { expected } from "../../src/cli/option-value.ts";

const INTRODUCTION = `# Options

This page is written from the table the program itself reads; \`letscode --help\` shows the same.

\`--flag value\` and \`--flag=value\` mean the same; \`--\` ends the flags. Of a flag given twice the last one counts. An
unknown flag or a wrong value is one line on stderr that says what was meant, and exit code 2.
`;

const END = `
## Where a value comes from

Flags beat environment variables, those beat the project's \`.letscode/config.json\`, that beats the user's
\`config.json\`, and what nobody set has its default. An empty environment variable counts as not set.

The user's file is \`letscode/config.json\` in the XDG config folder (\`$XDG_CONFIG_HOME\`, by default \`~/.config\`); on
Windows, in \`%APPDATA%\`. The project is the nearest folder that holds \`.letscode/\`, from the workspace upward; the
search ends at the root of a repository and never reaches the home folder or the root of the file system. Without one,
the workspace itself is the project.

Both files are JSON objects with the keys of the tables above; [configuration.md](configuration.md) describes those that
are no flags.

\`\`\`json
{
  "model": "demo",
  "thinking": "low",
  "tools": ["read", "grep"],
  "append_system_prompt": "@style.md"
}
\`\`\`

Relative paths on the command line start at the folder the command was given in; in the project's file at the project;
in the user's file at the folder of that file. \`~/\` is the home folder. Broken JSON, or a value of the wrong type, is
refused with its place, exit code 2; an unknown key is named on stderr and ignored.

## Trusting a project

A folder that came from somewhere else must not take over. Until it is trusted, its \`config.json\` may set only
\`thinking\`, \`max_turns\`, and a \`model\` of the provider that would be used anyway. Everything else in it is ignored, as are
its plugins, skills and prompt templates, and one line on stderr names it. One shot on a terminal asks once, and the
answer is remembered; \`--trust-project\` trusts the project for one start.
[instructions.md](instructions.md#trust) tells more.

## One shot: where the prompt comes from

| command | prompt |
| --- | --- |
| \`letscode -p "explain this"\` | the words |
| \`COMMAND \\| letscode\` | all of stdin |
| \`letscode -p "explain this" < FILE\` | the words, a blank line, the file |
| \`COMMAND \\| letscode -p "explain this" -\` | the words, a blank line, all that COMMAND prints |
| \`COMMAND \\| letscode -p "explain this"\` | the same if COMMAND has printed or closed its end before letscode looks; the words alone if not |

A silent pipe is never waited for when there are words: programs that start others often leave one open. One line on
stderr then says that stdin was left out. Whoever wants all of it ends the command with \`-\`. Without words, stdin is
read to its end; when it is empty, that is an error. Stdin is text in UTF-8, at most 64 MiB.

With \`--output text\`, stdout gets the text of the last message when the run is over, and nothing when it failed. With
\`--output json\` it gets every event as one line. Retries, denied calls and errors are lines on stderr. Where
stdin, stdout and stderr are all a terminal, one shot asks before it changes anything; elsewhere nobody can be asked, and
\`--permission-mode ask\`, the default, denies what it would ask for. See [permissions.md](permissions.md).

## Exit codes

| code | meaning |
| --- | --- |
| 0 | done; in rpc mode a clean end, whatever the runs did |
| 1 | one shot: the run failed (\`agent_end.error\` is set), with every \`--output\`; rpc: it could not end cleanly |
| 2 | wrong usage or configuration |
| 128 + n | ended by signal n; one shot whose stdout nobody reads any more: 141, as by SIGPIPE |
`;

/** The whole page. */
export function optionsPage(): string {
  const groups = OPTION_GROUPS.map((group) => {
    const rows = FLAG_ENTRIES.filter(([, spec]) => spec.group === group).map(([name, spec]) =>
      row(name, spec),
    );
    const head = "| flag | value | key | |\n| --- | --- | --- | --- |\n";
    return `\n## ${group}\n\n${head}${rows.join("")}`;
  });
  return INTRODUCTION + groups.join("") + configOnly() + END;
}

function configOnly(): string {
  const rows = OPTION_ENTRIES.filter(([, spec]) => spec.configOnly).map(
    ([name, spec]) => `| \`${keyOf(name)}\` | ${expected(spec)} | ${describe(spec)} |\n`,
  );
  return `\n## Only in configuration\n\n[configuration.md](configuration.md) tells more.\n\n| key | value | |\n| --- | --- | --- |\n${rows.join("")}`;
}

function row(name: string, spec: OptionSpec): string {
  const value = spec.kind === "switch" || spec.kind === "choice" ? "" : expected(spec);
  const doors = spec.doors ? ` Only with ${doorsText(spec.doors, "`")}.` : "";
  const cells = [
    `\`${signatureOf(name, spec)}\``,
    value === ("label" in spec && spec.label) ? "" : value,
    spec.flagOnly ? "" : `\`${keyOf(name)}\``,
    describe(spec) + doors,
  ];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
}
