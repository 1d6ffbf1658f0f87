import { and, eq, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { mails } from "@/db/schema/operations";
import { later, minute } from "@/lib/clock";
import { log } from "@/lib/log";
import { mailSender } from "@/lib/providers/mail";

const tryAgainAfter = 5 * minute;

/**
 * Sends one queued mail. Without a mail server it is left in the mailbox page.
 * @returns when to try again after the server refused, else null.
 */
export async function sendMail(id: string, now: Date): Promise<Date | null> {
  const unsent = and(eq(mails.id, id), isNull(mails.sentAt));
  const [mail] = await db().select().from(mails).where(unsent);
  if (!mail) return null;
  const sender = mailSender();
  try {
    await sender?.send(mail);
  } catch (error) {
    log.error("a mail could not be sent", error, { mailId: id });
    const again = later(now, tryAgainAfter);
    await db().update(mails).set({ dueAt: again, leasedUntil: null }).where(unsent);
    return again;
  }
  await db()
    .update(mails)
    .set({ dueAt: null, leasedUntil: null, sentAt: sender ? now : null })
    .where(unsent);
  return null;
}
