import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { declaredMetrics, type LabelsOf, type MetricName } from "@/lib/platform/metrics/declared-metrics";
import { metricsText, note, openMetrics, readCounted } from "@/lib/platform/metrics/metrics";
import { findPromtool } from "@/test/promtool";

// Prometheus's own checker, which few machines have: a Debian is asked for it (test/promtool.ts).
const promtool = findPromtool();
const checked = test.skipIf(!promtool);

function run(args: string[], input = "") {
  const { status, stdout, stderr } = spawnSync(promtool ?? "", args, {
    cwd: "docs/operations",
    input,
    encoding: "utf8",
  });
  return { status, said: stdout + stderr };
}

checked("a scrape with every metric is valid, and named as Prometheus wants it", async () => {
  await openMetrics("server");
  for (const [name, { labels }] of Object.entries(declaredMetrics)) {
    const given = Object.fromEntries(labels.map((label) => [label, 'a "b"\\\n']));
    note(name as MetricName, given as LabelsOf<MetricName>, 1);
  }
  const { text } = await metricsText([await readCounted()]);
  for (const name of Object.keys(declaredMetrics)) expect(text).toContain(`# HELP ${name} `);
  expect(run(["check", "metrics"], text)).toEqual({ status: 0, said: "" });
  expect(run(["check", "metrics"], text.replace("_total", "_Total")).status).not.toBe(0);
});

checked("every alert fires when it should", () => {
  expect(run(["check", "rules", "alerts.yaml"])).toMatchObject({ status: 0 });
  expect(run(["test", "rules", "alerts.test.yaml"])).toMatchObject({
    status: 0,
    said: expect.stringContaining("SUCCESS"),
  });
});
