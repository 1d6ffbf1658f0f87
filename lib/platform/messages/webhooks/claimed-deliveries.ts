import type { Environment } from "@/lib/kernel/actor";
import { processWide } from "@/lib/kernel/process-wide";
import type { Exchangeable } from "@/lib/kernel/secrets";
import type { BusinessTime } from "@/lib/kernel/time";

/** All that an attempt needs, as it was when the delivery was claimed; secrets still encrypted. */
export type ClaimedWork = Exchangeable & {
  id: string;
  marketplaceId: string;
  environment: Environment;
  /** Made in this round so far. */
  attempts: number;
  /** ISO 8601: tells this claim from a later one. */
  leasedUntil: string;
  eventId: string;
  body: string;
  url: string;
  failingSince: BusinessTime | null;
};

const claimed = processWide("claimed-deliveries", () => new Map<string, ClaimedWork>());

/** Keeps what a claim has read until the attempt begins, so that nothing is read twice. */
export function keepClaimed(work: ClaimedWork): void {
  claimed.set(work.id, work);
}

/** Hands out what was kept, once; undefined when this process has not claimed the delivery. */
export function takeClaimed(id: string): ClaimedWork | undefined {
  const work = claimed.get(id);
  claimed.delete(id);
  return work;
}
