import { deleteOlder } from "@/db/delete-older";
import { drafts } from "@/db/schema/drafts";
import { day, later } from "@/lib/kernel/calendar";
import type { RealTime } from "@/lib/kernel/time";

/** How long after the last keystroke a draft is kept. */
export const draftRetention = 30 * day;

/** Deletes drafts that nobody came back to. @returns how many; fewer than `limit` means none are left. */
export function purgeDrafts({ realNow, limit }: { realNow: RealTime; limit: number }): Promise<number> {
  return deleteOlder(drafts.changedAt, later(realNow, -draftRetention), limit);
}
