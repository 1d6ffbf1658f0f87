import type { Metric, Registry } from "prom-client";
import { processWide } from "@/lib/kernel/process-wide";
import { declaredMetrics, durationBuckets, type LabelsOf, type MetricName, type Sample } from "./declared-metrics";

/** What is counted, as one process tells it to another. */
export type Counted = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

type Open = { registry: Registry; note: (name: MetricName, labels: Record<string, string>, value: number) => void };

const held: { open?: Open } = processWide("metrics", () => ({}));

/** Begins to count. The library is loaded only here: a service without METRICS_PORT never has it in memory. */
export async function openMetrics(process: "server" | "pages"): Promise<void> {
  if (held.open) return;
  const { default: client } = await import("prom-client");
  const registry = new client.Registry();
  registry.setDefaultLabels({ process });
  client.collectDefaultMetrics({ register: registry });
  // Gauges that are called like counters; what they add up is there by type.
  for (const what of ["handles", "requests", "resources"]) registry.removeSingleMetric(`nodejs_active_${what}_total`);
  const noting = new Map<string, (labels: Record<string, string>, value: number) => void>();
  for (const [name, { type, help, labels }] of Object.entries(declaredMetrics)) {
    const options = { name, help, labelNames: labels, registers: [registry] };
    if (type === "counter") {
      const counter = new client.Counter<string>(options);
      noting.set(name, (of, value) => counter.inc(of, value));
    } else if (type === "histogram") {
      const histogram = new client.Histogram<string>({ ...options, buckets: durationBuckets });
      noting.set(name, (of, value) => histogram.observe(of, value));
    } else {
      const gauge = new client.Gauge<string>(options);
      noting.set(name, (of, value) => gauge.set(of, value));
    }
  }
  held.open = { registry, note: (name, labels, value) => noting.get(name)?.(labels, value) };
}

/** Counts one more, or notes how long something took, in seconds. Nothing where nobody asks for metrics. */
export function note<Name extends MetricName>(name: Name, labels: LabelsOf<Name>, value = 1): void {
  held.open?.note(name, labels, value);
}

/** In seconds since a `performance.now()`. */
export const secondsSince = (started: number): number => (performance.now() - started) / 1000;

/** Takes the place of what these gauges said before: what was not read again is no longer known. */
export function show(samples: readonly Sample[]): void {
  const { registry, note } = held.open ?? {};
  for (const [name, { type }] of Object.entries(declaredMetrics)) {
    if (type === "gauge") registry?.getSingleMetric(name)?.reset();
  }
  for (const [name, labels, value] of samples) note?.(name, labels, value);
}

/** All that this process has counted. */
export async function readCounted(): Promise<Counted> {
  return (await held.open?.registry.getMetricsAsJSON()) ?? [];
}

/** The text that Prometheus reads, of what several processes have counted. */
export async function metricsText(counted: readonly Counted[]): Promise<{ type: string; text: string }> {
  const { default: client } = await import("prom-client");
  const all = new client.Registry();
  const byName = new Map<string, Counted[number]>();
  for (const one of counted.flat()) {
    const values = [...(byName.get(one.name)?.values ?? []), ...one.values];
    byName.set(one.name, { ...one, values });
  }
  for (const one of byName.values()) {
    all.registerMetric({ ...one, get: async () => one } as unknown as Metric);
  }
  return { type: all.contentType, text: await all.metrics() };
}
