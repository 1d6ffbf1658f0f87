import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { openMetrics } from "@/lib/platform/metrics/metrics";
import { scraper } from "@/lib/surfaces/metrics/scrape";
import { serveMetrics } from "./serve-metrics";

/** Counts, and answers who asks on METRICS_PORT; without that setting neither. Returns what stops it. */
export async function startMetrics(sources: Parameters<typeof scraper>[0]): Promise<() => Promise<void>> {
  const { metrics } = env();
  if (!metrics) return async () => {};
  await openMetrics("server");
  const scrape = scraper(sources);
  return serveMetrics({ ...metrics, scrape: () => scrape(now()) });
}
