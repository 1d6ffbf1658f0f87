import { deleteOlder } from "@/db/delete-older";
import { requestGaps, requestLog } from "@/db/schema/requests";
import { later } from "@/lib/kernel/calendar";
import type { RealTime } from "@/lib/kernel/time";
import { requestRetention } from "@/lib/terms/request-log";

type Batch = { realNow: RealTime; limit: number };

/** Deletes logged requests past their retention; see `deleteOlder`. */
export function purgeRequests({ realNow, limit }: Batch): Promise<number> {
  return deleteOlder(requestLog.at, later(realNow, -requestRetention), limit);
}

/** The same for the counts of those that were left out. */
export function purgeGaps({ realNow, limit }: Batch): Promise<number> {
  return deleteOlder(requestGaps.at, later(realNow, -requestRetention), limit);
}
