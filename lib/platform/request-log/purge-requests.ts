import { deleteOlder } from "@/db/delete-older";
import { formerRequestLog, requestGaps } from "@/db/schema/requests";
import { later } from "@/lib/kernel/calendar";
import type { RealTime } from "@/lib/kernel/time";
import { requestRetention } from "@/lib/terms/request-log";

type Batch = { realNow: RealTime; limit: number };

/** Deletes requests past their retention that were logged before there were days; see `deleteOlder`. */
export function purgeRequests({ realNow, limit }: Batch): Promise<number> {
  return deleteOlder(formerRequestLog.at, later(realNow, -requestRetention), limit);
}

/** The same for the counts of those that were left out. */
export function purgeGaps({ realNow, limit }: Batch): Promise<number> {
  return deleteOlder(requestGaps.at, later(realNow, -requestRetention), limit);
}
