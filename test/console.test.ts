import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

type Report = { testResults: { assertionResults: { title: string; status: string; failureMessages: string[] }[] }[] };

test("what a test says unasked fails it, and no other", () => {
  const vitest = join("node_modules", "vitest", "vitest.mjs");
  const args = ["run", "--config", "test/planted/vitest.config.mjs", "--reporter=json"];
  const { stdout, status } = spawnSync(process.execPath, [vitest, ...args], { encoding: "utf8" });
  const report: Report = JSON.parse(stdout.slice(stdout.indexOf("{")));
  const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  expect(results.map(({ title, status: state, failureMessages }) => [title, state, failureMessages.join()])).toEqual([
    ["fails: a line on the console", "failed", said("console.info", "planted line")],
    ["fails: a line on a stream", "failed", said("stderr", "planted stream")],
    ["fails: a deprecation", "failed", said("warning of Node's", "DeprecationWarning: planted deprecation")],
    ["fails: a rejection that nobody handles", "failed", said("unhandled rejection", "Error: planted rejection")],
    ["fails: a line while the clock is the test's own", "failed", said("console.error", "planted under a clock")],
    ["fails: what was expected never comes", "failed", expect.stringContaining("never said: /planted silence/")],
    ["passes: what was expected comes", "passed", ""],
    ["passes: nothing is said", "passed", ""],
  ]);
  expect(status).toBe(1);
});

function said(from: string, text: string): unknown {
  return expect.stringContaining(`Unexpected (${from}): ${text}`);
}
