import { second } from "@/lib/kernel/calendar";
import { now } from "@/lib/kernel/clock";
import { type Holder, lookAround } from "./hold-lane";

/** How long a run stays in a lane in which nothing is due: whatever comes meanwhile costs no run, and waits for none. */
const lingerFor = second;

/** How often it looks for hints of other processes. Those of its own reach it at once. */
const lookEvery = second / 4;

/**
 * Waits for a hint in a lane in which nothing is due, unless another lane waits for the place.
 * @param seen the hints that have been answered.
 * @param hinted resolves at a hint of this process.
 * @returns how many there have been in all, once there was one; null when there was none.
 */
export async function lingerInLane(
  holder: Holder,
  { seen, beside, hinted }: { seen: string; beside: readonly string[]; hinted: Promise<void> },
): Promise<string | null> {
  for (let left = lingerFor; left > 0; left -= lookEvery) {
    if (await resolvesWithin(hinted, lookEvery)) return seen;
    const around = await lookAround(holder, beside, now());
    if (!around || around.waiting) return null;
    if (around.seen !== seen) return around.seen;
  }
  return null;
}

async function resolvesWithin(promise: Promise<void>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  const resolved = await Promise.race([promise.then(() => true), late]);
  clearTimeout(timer);
  return resolved;
}
