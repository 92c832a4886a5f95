/** The colours of the page, light and dark. Text on its ground has a contrast of at least 4.5 : 1. */

const LIGHT = `
  --page: #fafaf8; --card: #ffffff; --sunk: #f4f4f1; --ink: #22262b; --soft: #5a636d; --line: #e2e2dd;
  --link: #1f5fbf; --user: #eef3fa; --user-line: #c9d8ee; --bad: #a8321f; --bad-ground: #fbece8;
  --added: #14562f; --added-ground: #e5f4e9; --removed: #8b2318; --removed-ground: #fbe9e6; --hunk: #5b4b9a;
  --model: #4673bd; --tool: #3f9488; --failed: #cb4a3a; --idle: #e9e8e2;
  --input: #4673bd; --cached: #b3c7e6; --output: #e08f3c; --compaction: #8b62c4; --cost: #77706a;`;

const DARK = `
  --page: #15181b; --card: #1b1f23; --sunk: #202429; --ink: #dfe3e7; --soft: #9aa5b0; --line: #2e343a;
  --link: #86b4f5; --user: #1b2635; --user-line: #2f425c; --bad: #f19a8b; --bad-ground: #37201d;
  --added: #a3ddb6; --added-ground: #17301f; --removed: #f3b0a7; --removed-ground: #3a1f1c; --hunk: #b8a9ee;
  --model: #6f9ae0; --tool: #4fb0a2; --failed: #e36a59; --idle: #23282d;
  --input: #6f9ae0; --cached: #3d557e; --output: #e2a05a; --compaction: #a884dc; --cost: #a29b94;`;

/** The style sheet's variables, by the reader's preference. */
export const COLOURS = `
:root { color-scheme: light dark; ${LIGHT}
}
@media (prefers-color-scheme: dark) { :root { ${DARK}
} }
@media print { :root { color-scheme: light; ${LIGHT}
} }
`;
