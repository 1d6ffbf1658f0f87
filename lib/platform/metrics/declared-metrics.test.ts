import { expect, test } from "vitest";
import { expectGenerated } from "@/test/generated-docs";
import { declaredMetrics } from "./declared-metrics";

test("docs/operations/metrics.md has every metric", async () => {
  const rows = Object.entries(declaredMetrics).map(([name, { type, of, labels, help }]) => {
    const labelled = labels.map((label) => `\`${label}\``).join(", ");
    return `| \`${name}\` | ${type} | ${of} | ${labelled} | ${help} |`;
  });
  const table = ["| Metric | Kind | Of | Labels | What |", "| --- | --- | --- | --- | --- |", ...rows].join("\n");
  await expectGenerated("docs/operations/metrics.md", { metrics: table });
});

test("names follow Prometheus: counters end in _total, times are in seconds, nothing is labelled with who asked", () => {
  for (const [name, { type, labels }] of Object.entries(declaredMetrics)) {
    expect([name, name.endsWith("_total")]).toEqual([name, type === "counter"]);
    expect(name).toMatch(/^mfis_[a-z_]+$/);
    if (type === "histogram") expect(name).toMatch(/_seconds$/);
    expect(labels.filter((label) => /tenant|marketplace|merchant|path|url|(^|_)id$/.test(label))).toEqual([]);
  }
});
