import { readFileSync } from "node:fs";

/** What each runner says in its own report, as `{ passed, failed, skipped, errors }`; undefined when there is none. */

export function readVitest(file) {
  const report = read(file);
  if (!report) return undefined;
  const broken = report.testResults.filter((suite) => suite.status === "failed" && suite.assertionResults.length === 0);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    errors: broken.map((suite) => `${suite.name} could not be loaded.`),
  };
}

export function readPlaywright(file) {
  const report = read(file);
  if (!report) return undefined;
  const { expected, flaky, unexpected, skipped } = report.stats;
  const errors = report.errors.map((error) => String(error.message ?? error.value ?? "unknown error").split("\n")[0]);
  return { passed: expected + flaky, failed: unexpected, skipped, errors };
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
