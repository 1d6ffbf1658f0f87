import { later } from "@/lib/kernel/calendar";
import { log } from "@/lib/kernel/log";
import type { RealTime } from "@/lib/kernel/time";
import type { Sample } from "@/lib/platform/metrics/declared-metrics";

/** How long one part of the metrics may take, in milliseconds; Prometheus gives up after ten seconds. */
const patience = 4_000;

/**
 * Samples that are read again when they are older than `holdFor` (milliseconds), once however many ask, and missing where
 * they do not come in time: what was read before them may be long over.
 * @param part as `mfis_scrape_up` names it.
 */
export function heldSamples(part: string, holdFor: number, read: (realNow: RealTime) => Promise<Sample[]>) {
  let underWay: Promise<void> | undefined;
  let held: { samples: Sample[]; until: RealTime } | undefined;

  async function look(realNow: RealTime): Promise<void> {
    try {
      const samples = await read(realNow);
      held = { samples, until: later(realNow, holdFor) };
    } catch (error) {
      held = undefined;
      log.warn("metrics could not be read", { part, error: String(error) });
    }
    underWay = undefined;
  }

  return async (realNow: RealTime): Promise<Sample[]> => {
    const known = () => (held && realNow < held.until ? held.samples : undefined);
    if (!known()) {
      underWay ??= look(realNow);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, patience);
      });
      await Promise.race([underWay, late]);
      clearTimeout(timer);
    }
    const samples = known();
    return [["mfis_scrape_up", { part }, samples ? 1 : 0], ...(samples ?? [])];
  };
}
