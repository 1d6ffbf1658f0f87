import { and, eq, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { mails } from "@/db/schema/operations";
import { hour, later, minute } from "@/lib/calendar";
import { log } from "@/lib/log";
import { MailRefused, mailSender } from "@/lib/providers/mail";
import type { BusinessTime } from "@/lib/time";

/** Most of a day in all, so that a server that is down overnight costs no mail. */
export const retryDelays = [5 * minute, 15 * minute, hour, 4 * hour, 12 * hour] as const;

/**
 * Sends one queued mail; without a sender it only shows in the mailbox page. One that the server refuses for good, or
 * whose attempts have all failed, is kept unsent.
 * @returns when to retry, or null.
 */
export async function sendMail(id: string, now: BusinessTime, sender = mailSender()): Promise<BusinessTime | null> {
  const unsent = and(eq(mails.id, id), isNull(mails.sentAt));
  const [mail] = await db().select().from(mails).where(unsent);
  if (!mail) return null;
  // Begun before the `try`: being called inside a transaction is our fault, not the server's.
  const sending = sender?.send(mail);
  try {
    await sending;
  } catch (error) {
    const delay = error instanceof MailRefused ? undefined : retryDelays[mail.attempts];
    log.error(delay ? "a mail could not be sent yet" : "a mail was given up", error, { mailId: id });
    const dueAt = delay ? later(now, delay) : null;
    await db()
      .update(mails)
      .set({ attempts: mail.attempts + 1, dueAt, leasedUntil: null })
      .where(unsent);
    return dueAt;
  }
  await db()
    .update(mails)
    .set({ attempts: mail.attempts + (sender ? 1 : 0), dueAt: null, leasedUntil: null, sentAt: sender ? now : null })
    .where(unsent);
  return null;
}
