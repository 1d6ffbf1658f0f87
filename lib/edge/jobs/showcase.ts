import { setTimeout as wait } from "node:timers/promises";
import { unlessLocked } from "@/db/lock-session";
import { locks } from "@/db/locks";
import { log } from "@/lib/kernel/log";
import { tellShowcase } from "@/lib/sandbox/showcase/tell-showcase";

/** Rests between two pieces, in milliseconds: as long as the one before took, and no shorter than this. */
const shortestRest = 10;

/**
 * Has the past of the showcase told beside everything else, once the server answers and there are pages: half of the time it
 * rests. One process does; what is left when it ends, the next start goes on with.
 * @returns a function that stops it, and waits for the piece in hand.
 */
export function startShowcase(listening: Promise<void> | undefined): () => Promise<void> {
  const stop = new AbortController();
  const stopped = new Promise((resolve) => stop.signal.addEventListener("abort", resolve, { once: true }));
  const rest = async (took: number) => {
    await wait(Math.max(shortestRest, took), undefined, { signal: stop.signal }).catch(() => {});
  };
  const done = (async () => {
    await Promise.race([listening, stopped]);
    if (stop.signal.aborted) return;
    await unlessLocked(locks.showcase, () => tellShowcase({ stopped: () => stop.signal.aborted, rest }));
  })().catch((error) => log.error("the showcase is not told to its end", error));
  return async () => {
    stop.abort();
    await done;
  };
}
