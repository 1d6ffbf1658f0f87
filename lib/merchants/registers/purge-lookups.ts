import { deleteOlder } from "@/db/delete-older";
import { lookupCounts } from "@/db/schema/lookups";
import { day, later } from "@/lib/kernel/calendar";
import type { RealTime } from "@/lib/kernel/time";

export function purgeLookups({ realNow, limit }: { realNow: RealTime; limit: number }): Promise<number> {
  return deleteOlder(lookupCounts.dayStart, later(realNow, -2 * day), limit);
}
