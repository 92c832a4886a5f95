/**
 * Runs suites of tests one after the other and adds up what they say of themselves. Nothing passes by silence: a
 * runner that crashes, reports nothing, runs nothing, or fails without naming a test counts as a failure.
 *
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ exitCode: number | null, counts: Counts | undefined }} Outcome `counts`: undefined without a report;
 *   `exitCode`: null when a signal ended the runner
 * @typedef {{ name: string, needs: readonly string[], run: () => Promise<Outcome> }} Suite `needs`: the programs
 *   without which it cannot run
 * @typedef {{
 *   ci: boolean,
 *   installed: (program: string) => boolean,
 *   say: (line: string) => void,
 * }} Surroundings `ci`: a missing program is a failure and not a reason to skip
 */

/**
 * @param {readonly Suite[]} suites
 * @param {Surroundings} surroundings
 * @returns {Promise<Counts>}
 */
export async function runSuites(suites, { ci, installed, say }) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const suite of suites) {
    const missing = suite.needs.filter((program) => !installed(program));
    if (missing.length > 0 && !ci) {
      say(`${suite.name}: skipped, ${missing.join(" and ")} not found`);
      continue;
    }
    const outcome = missing.length > 0 ? undefined : await suite.run().catch(crashed);
    const { passed, failed, skipped } = outcome?.counts ?? { passed: 0, failed: 0, skipped: 0 };
    const trouble = outcome === undefined ? `${missing.join(" and ")} not found` : untold(outcome);
    if (trouble !== undefined) say(`${suite.name}: failed, ${trouble}`);
    total.passed += passed;
    total.failed += failed + (trouble === undefined ? 0 : 1);
    total.skipped += skipped;
  }
  return total;
}

/**
 * @param {Counts} total
 * @returns {string} the closing line
 */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** What went wrong beside the failed tests. @param {Outcome & { crash?: string }} outcome */
function untold({ exitCode, counts, crash }) {
  if (crash !== undefined) return crash;
  if (counts === undefined) return `its runner ended (${exitCode ?? "by a signal"}) without a report`;
  if (counts.passed + counts.failed === 0) return "it ran no test";
  if (exitCode !== 0 && counts.failed === 0) return `its runner ended with ${exitCode ?? "a signal"}`;
  return undefined;
}

/** @param {unknown} error */
function crashed(error) {
  return { exitCode: null, counts: undefined, crash: error instanceof Error ? error.message : String(error) };
}
