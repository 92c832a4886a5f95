/** What the published package holds. */

/** Every file that is always there. */
export const PACKED = [
  "LICENSE",
  "README.md",
  "dist/THIRD-PARTY-NOTICES",
  "dist/cli/letscode.cjs",
  "dist/lib/client.d.ts",
  "dist/lib/client.js",
  "dist/lib/index.d.ts",
  "dist/lib/index.js",
  "dist/lib/plugin.d.ts",
  "dist/lib/plugin.js",
  "dist/lib/testing.d.ts",
  "dist/lib/testing.js",
  "package.json",
  "schema/letscode-jsonrpc-1.schema.json",
  "schema/letscode-rpc-1.schema.json",
];

/** The parts of the bundles, which the bundler names. */
const CHUNK = /^dist\/(cli\/chunks\/[\w.-]+\.cjs|lib\/chunks\/[\w.-]+\.(js|d\.ts))$/;

/**
 * @param {readonly string[]} files what a tarball holds
 * @returns {string[]} one sentence for each file that is missing or too much
 */
export function packingErrors(files) {
  return [
    ...PACKED.filter((file) => !files.includes(file)).map((file) => `${file} is not in the package`),
    ...files
      .filter((file) => !PACKED.includes(file) && !CHUNK.test(file))
      .map((file) => `${file} is in the package and should not be, or packed-files.mjs should name it`),
  ];
}
