import { deleteOlder } from "@/db/delete-older";
import { mails } from "@/db/schema/operations";
import { accountMails } from "@/db/schema/users";
import { day, later } from "@/lib/kernel/calendar";
import type { RealTime } from "@/lib/kernel/time";

/** How long mails are kept. Longer than any fact is told again: a weekly mail of arrears looks for the last one. */
export const mailRetention = 90 * day;

/** Deletes old mails, sent or not. @returns how many; fewer than `limit` means none are left. */
export function purgeMails({ realNow, limit }: { realNow: RealTime; limit: number }): Promise<number> {
  return deleteOlder(mails.createdAt, later(realNow, -mailRetention), limit);
}

/** Mails about accounts, many to people who never had one, are kept for a shorter time. */
export const accountMailRetention = 30 * day;

/** The same for mails about accounts. */
export function purgeAccountMails({ realNow, limit }: { realNow: RealTime; limit: number }): Promise<number> {
  return deleteOlder(accountMails.createdAt, later(realNow, -accountMailRetention), limit);
}
