import { deleteOlder } from "@/db/delete-older";
import { inboundRefusals } from "@/db/schema/marketplaces";
import { day, later } from "@/lib/kernel/calendar";
import type { RealTime } from "@/lib/kernel/time";

export const refusalRetention = 30 * day;

/** Deletes refused webhooks past their retention in real time; see `deleteOlder`. */
export function purgeRefusals({ realNow, limit }: { realNow: RealTime; limit: number }): Promise<number> {
  return deleteOlder(inboundRefusals.receivedAt, later(realNow, -refusalRetention), limit);
}
