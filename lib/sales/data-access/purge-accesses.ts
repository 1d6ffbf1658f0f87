import { deleteOlder } from "@/db/delete-older";
import { authorizationAttempts, dataAccesses } from "@/db/schema/data-access";
import { day, later } from "@/lib/kernel/calendar";
import type { RealTime } from "@/lib/kernel/time";

/** How long an attempt that has expired is kept, so that late answers are still known as such. */
const keepAttempts = day;

/** How long a permission that has ended is kept; its tokens are gone after a week. */
const keepEnded = 30 * day;

export async function purgeAccesses({ realNow, limit }: { realNow: RealTime; limit: number }): Promise<number> {
  const attempts = await deleteOlder(authorizationAttempts.expiresAt, later(realNow, -keepAttempts), limit);
  return Math.max(attempts, await deleteOlder(dataAccesses.endedAt, later(realNow, -keepEnded), limit));
}
