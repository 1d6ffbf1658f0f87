import { second } from "@/lib/kernel/calendar";
import { now } from "@/lib/kernel/clock";
import { log } from "@/lib/kernel/log";
import { queueOutdated } from "@/lib/sales/records/rescore-outdated";

/** Between two pages, so that the work of the day goes on. */
const pause = second / 4;

/**
 * Queues every score of an older model for scoring again, beside everything else. What is left when the process ends,
 * the next start finds.
 * @returns a function that stops it, and waits for the page in hand.
 */
export function startRescoring(): () => Promise<void> {
  let stopped = false;
  const done = rescoreAll(() => stopped).catch((error) => log.error("scores of an older model wait", error));
  return async () => {
    stopped = true;
    await done;
  };
}

async function rescoreAll(stopped: () => boolean): Promise<void> {
  let after: string | null = "";
  while (after !== null && !stopped()) {
    after = await queueOutdated(after, now());
    if (after !== null) await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
