import { second } from "@/lib/kernel/calendar";
import type { RealTime } from "@/lib/kernel/time";
import type { Sample } from "@/lib/platform/metrics/declared-metrics";
import { type Counted, metricsText, readCounted, show } from "@/lib/platform/metrics/metrics";
import type { Check } from "@/lib/surfaces/health/check-health";
import { heldSamples } from "./hold-samples";
import { readProcess } from "./read-process";
import { readTroubles, readWaiting } from "./read-service";

type Sources = {
  queues: () => Promise<Sample[]>;
  health: () => Promise<Check[]>;
  /** What the process that makes pages has counted, unless it is away; undefined where there is none. */
  pages: () => Promise<Counted | undefined> | undefined;
  build?: string | undefined;
};

/**
 * Answers with what this process knows, and with what it could read of the rest in time.
 * @returns the text for Prometheus
 */
export function scraper({ queues, health, pages, build }: Sources) {
  const parts = [
    heldSamples("service", 10 * second, async (at) => [...(await queues()), ...(await readTroubles(at))]),
    heldSamples("work", 60 * second, readWaiting),
    heldSamples("health", 10 * second, async () => statesOf(await health())),
  ];
  return async (realNow: RealTime): Promise<{ type: string; text: string }> => {
    const asked = pages();
    const [others, ...samples] = await Promise.all([asked, ...parts.map((read) => read(realNow))]);
    const up: Sample[] = asked ? [["mfis_scrape_up", { part: "pages" }, others ? 1 : 0]] : [];
    show([...readProcess(build), ...up, ...samples.flat()]);
    return metricsText([await readCounted(), ...(others ? [others] : [])]);
  };
}

/** For the process that makes pages. */
export async function countedHere(build?: string): Promise<Counted> {
  show(readProcess(build));
  return readCounted();
}

function statesOf(checks: readonly Check[]): Sample[] {
  return checks.flatMap(({ name: check, status: its }) =>
    (["ok", "degraded", "down"] as const).map(
      (status): Sample => ["mfis_health", { check, status }, status === its ? 1 : 0],
    ),
  );
}
