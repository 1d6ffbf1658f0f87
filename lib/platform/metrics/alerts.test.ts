import { existsSync, readFileSync } from "node:fs";
import { parser } from "@prometheus-io/lezer-promql";
import { beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { declaredMetrics } from "./declared-metrics";
import { openMetrics, readCounted } from "./metrics";

type Rule = { alert: string; expr: string; annotations: { runbook: string } };

const folder = "docs/operations";
const read = (file: string) => readFileSync(`${folder}/${file}`, "utf8");
const rules: Rule[] = parse(read("alerts.yaml")).groups.flatMap((group: { rules: Rule[] }) => group.rules);
const dashboard: { panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(read("dashboard.json"));
const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

/** What a series has that Prometheus adds, or each process of ours. */
const everywhere = ["instance", "job", "process", "le"];

/** Metrics that a scrape has, with their labels: of our own as declared, of Node.js as its library names them. */
const known = new Map<string, readonly string[]>([["up", []]]);
beforeAll(async () => {
  await openMetrics("server");
  for (const { name, values } of await readCounted()) {
    const declared = Object.entries(declaredMetrics).find(([one]) => one === name)?.[1];
    const labels = declared?.labels ?? values.flatMap((value) => Object.keys(value.labels));
    for (const end of declared?.type === "histogram" ? ["_bucket", "_sum", "_count"] : [""])
      known.set(name + end, labels);
  }
});

/** What an expression of PromQL speaks of, by Prometheus's own grammar. */
function spokenOf(expr: string): { metrics: string[]; labels: string[]; broken: boolean } {
  const text = expr.replaceAll("$__rate_interval", "5m");
  const found = { metrics: [] as string[], labels: [] as string[], broken: false };
  parser.parse(text).iterate({
    enter: ({ type, from, to, node }) => {
      const name = text.slice(from, to);
      if (type.isError) found.broken = true;
      if (type.name === "Identifier" && node.parent?.name === "VectorSelector") found.metrics.push(name);
      if (type.name === "LabelName") found.labels.push(name);
    },
  });
  return found;
}

test("alerts and the dashboard speak of metrics and labels that there are", () => {
  expect(rules.length).toBeGreaterThan(20);
  expect(shown.length).toBeGreaterThan(15);
  for (const expr of [...rules.map((rule) => rule.expr), ...shown]) {
    const { metrics, labels, broken } = spokenOf(expr);
    expect([expr, broken, metrics.length]).toEqual([expr, false, expect.any(Number)]);
    expect(metrics).not.toEqual([]);
    expect([expr, metrics.filter((name) => !known.has(name))]).toEqual([expr, []]);
    const has = new Set([...everywhere, ...metrics.flatMap((name) => known.get(name) ?? [])]);
    expect([expr, labels.filter((label) => !has.has(label))]).toEqual([expr, []]);
  }
});

test("the check finds a metric, a label or a word that is none", () => {
  expect(spokenOf('sum by (a) (rate(mfis_gone_total{b="c"}[5m]))')).toEqual({
    ...{ metrics: ["mfis_gone_total"], labels: ["a", "b"], broken: false },
  });
  expect(spokenOf("sum by (a (x)").broken).toBe(true);
  expect(known.has("mfis_gone_total")).toBe(false);
});

test("every alert is tried, and has its paragraph", () => {
  const names = rules.map(({ alert }) => alert);
  expect(new Set(names).size).toBe(names.length);
  const { tests } = parse(read("alerts.test.yaml"));
  const tried = tests.flatMap((one: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }) =>
    one.alert_rule_test.flatMap(({ alertname, exp_alerts }) => (exp_alerts.length > 0 ? alertname : [])),
  );
  expect([...new Set(tried)].sort()).toEqual(names.toSorted());
  const sections = [...read("alerts.md").matchAll(/^## (\w+)\n\n\S/gm)].map(([, name]) => name);
  expect(sections).toEqual(names);
  for (const { alert, annotations } of rules) {
    expect(annotations.runbook).toBe(`${folder}/alerts.md#${alert.toLowerCase()}`);
    expect(existsSync(annotations.runbook.split("#", 1)[0] ?? "")).toBe(true);
  }
});
