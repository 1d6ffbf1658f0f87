import { and, eq, getTableColumns, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { mails } from "@/db/schema/operations";
import { hour, later, minute } from "@/lib/calendar";
import { log } from "@/lib/log";
import { MailRefused, mailSender } from "@/lib/providers/mail";
import type { BusinessTime } from "@/lib/time";
import type { MailKind } from "./constants";
import { summaryLink } from "./summary-link";

/** Most of a day in all, so that a server that is down overnight costs no mail. */
export const retryDelays = [5 * minute, 15 * minute, hour, 4 * hour, 12 * hour] as const;

/** They ask for an answer to an offer, and are wrong once it has one. */
const aboutOffers: readonly (MailKind | null)[] = ["OFFER_READY", "OFFER_ENDING"];

/**
 * Sends one queued mail; without a sender it only shows in the mailbox page, and so does all mail of test data. One that
 * the server refuses for good, or whose attempts have all failed, is kept unsent. One about an offer that has been
 * answered or has ended before it could be sent is dropped.
 * @returns when to retry, or null.
 */
export async function sendMail(id: string, now: BusinessTime, configured = mailSender()): Promise<BusinessTime | null> {
  const unsent = and(eq(mails.id, id), isNull(mails.sentAt));
  const [found] = await db()
    .select({ ...getTableColumns(mails), loanStatus: loans.status })
    .from(mails)
    .leftJoin(loans, eq(loans.id, mails.loanId))
    .where(unsent);
  if (!found) return null;
  const { loanStatus, ...row } = found;
  const sender = row.environment === "test" ? null : configured;
  if (sender && aboutOffers.includes(row.kind) && loanStatus !== "APPROVED") {
    await db().delete(mails).where(unsent);
    return null;
  }
  const unsubscribe = row.kind === "WEEKLY_SUMMARY" && row.merchantId ? summaryLink(row.merchantId) : null;
  const mail = { ...row, unsubscribe };
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
