import { deleteOlder } from "@/db/delete-older";
import { drafts } from "@/db/schema/drafts";
import { day, later } from "@/lib/kernel/calendar";
import type { RealTime } from "@/lib/kernel/time";

export const draftRetention = 30 * day;

export function purgeDrafts({ realNow, limit }: { realNow: RealTime; limit: number }): Promise<number> {
  return deleteOlder(drafts.changedAt, later(realNow, -draftRetention), limit);
}
