import { deleteOlder } from "@/db/delete-older";
import { accountSessions } from "@/db/schema/accounts";
import { phoneCodes } from "@/db/schema/phones";
import { failedAttempts, invitations, signInPlaces, signUps } from "@/db/schema/users";
import { day, later } from "@/lib/kernel/calendar";
import type { RealTime } from "@/lib/kernel/time";
import { failuresForgottenAfter } from "./sign-in/attempt-wait";

export const placeRetention = 365 * day;

/** A token that was used is known again for as long. */
const sessionRetention = day;

/** Codes for phones are counted for a day. */
const phoneCodeRetention = 2 * day;

/** Returns how many, of the kind with the most. */
export async function purgeAccounts({ realNow, limit }: { realNow: RealTime; limit: number }): Promise<number> {
  const failures = await deleteOlder(failedAttempts.lastAt, later(realNow, -failuresForgottenAfter), limit);
  const places = await deleteOlder(signInPlaces.lastAt, later(realNow, -placeRetention), limit);
  const unconfirmed = await deleteOlder(signUps.expiresAt, realNow, limit);
  const unanswered = await deleteOlder(invitations.expiresAt, realNow, limit);
  const codes = await deleteOlder(phoneCodes.createdAt, later(realNow, -phoneCodeRetention), limit);
  const sessions = await deleteOlder(accountSessions.expiresAt, later(realNow, -sessionRetention), limit);
  return Math.max(failures, places, unconfirmed, unanswered, codes, sessions);
}
