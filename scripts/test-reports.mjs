import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./install.mjs";

/**
 * What each runner says in its own report; undefined when there is none. A failure names its test and says the beginning
 * of its message: whoever sees only the end of a log knows what to look at.
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[], errors: string[] }} Summary
 */

/** @param {string} file @returns {Summary | undefined} */
export function readVitest(file) {
  /** @type {import("vitest/node").JsonTestResults | undefined} */
  const report = read(file);
  if (!report) return undefined;
  // Files that failed outside their tests: while they were loaded, or in what they do before or after all of them.
  const broken = report.testResults.filter(
    (suite) => suite.status === "failed" && !suite.assertionResults.some(({ status }) => status === "failed"),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap((suite) =>
      suite.assertionResults
        .filter((test) => test.status === "failed")
        .map((test) => failure(suite.name, test.fullName, test.failureMessages?.[0])),
    ),
    errors: broken.map((suite) => `${relative(root, suite.name)}: ${firstLine(suite.message)}`),
  };
}

/** @param {string} file @returns {Summary | undefined} */
export function readPlaywright(file) {
  /** @type {import("playwright/types/testReporter").JSONReport | undefined} */
  const report = read(file);
  if (!report) return undefined;
  const { expected, flaky, unexpected, skipped } = report.stats;
  const errors = report.errors.map((error) =>
    String(error.message ?? error.value ?? "unknown error").replace(/\n.*/s, ""),
  );
  return {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    failures: report.suites.flatMap((suite) => unexpectedOf(suite, report.config.rootDir)),
    errors,
  };
}

/** @param {import("playwright/types/testReporter").JSONReportSuite} suite @param {string} folder @returns {string[]} */
function unexpectedOf(suite, folder) {
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === "unexpected")
      .map((test) => failure(join(folder, spec.file), spec.title, test.results.at(-1)?.error?.message)),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => unexpectedOf(inner, folder))];
}

/** @param {string | undefined} message */
function firstLine(message) {
  return stripVTControlCharacters(message ?? "").split("\n")[0] || "could not be run";
}

/** @param {string} file @param {string} title @param {string} [message] */
function failure(file, title, message) {
  const lines = stripVTControlCharacters(String(message ?? "no message"))
    .split("\n")
    .filter((line) => !/^\s*at .*(node_modules|node:internal)/.test(line))
    .slice(0, 12);
  return `FAILED ${relative(root, file)} > ${title}\n${lines.map((line) => `  ${line.slice(0, 300)}`).join("\n")}`;
}

/** @param {string} file */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
