import { and, eq, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { kycRecords } from "@/db/schema/kyc";
import { loans } from "@/db/schema/loans";
import { mails } from "@/db/schema/operations";
import { payments } from "@/db/schema/payments";
import { accountMails } from "@/db/schema/users";
import { hour, later, minute } from "@/lib/kernel/calendar";
import { log } from "@/lib/kernel/log";
import type { BusinessTime, RealTime } from "@/lib/kernel/time";
import { type Mail, MailRefused, type MailSender, mailSender } from "@/lib/platform/providers/mail";
import { type AccountMail, mailsToMerchants } from "@/lib/terms/mails/all-mails";
import type { ToMerchant } from "@/lib/terms/mails/mail";
import { aboutAccounts } from "./account-links";
import { renderAccountMail } from "./render-mail";
import { summaryLink } from "./summary-link";

/** Most of a day in all, so that a server that is down overnight costs no mail. */
export const retryDelays = [5 * minute, 15 * minute, hour, 4 * hour, 12 * hour] as const;

/**
 * Sends one queued mail; without a sender it only shows in the mailbox page, and so does all mail of test data. One that
 * the server refuses for good, or whose attempts have all failed, is kept unsent. One that is no longer true before it
 * could be sent is dropped.
 * @returns when to retry, or null.
 */
export async function sendMail(id: string, now: BusinessTime, configured = mailSender()): Promise<BusinessTime | null> {
  const unsent = and(eq(mails.id, id), isNull(mails.sentAt));
  const [found] = await db()
    .select({ mail: mails, loan: loans.status, payment: payments.status, kyc: kycRecords.status })
    .from(mails)
    .leftJoin(loans, eq(loans.id, mails.loanId))
    .leftJoin(payments, eq(payments.id, mails.fact))
    .leftJoin(kycRecords, eq(kycRecords.merchantId, mails.merchantId))
    .where(unsent);
  if (!found) return null;
  const { mail: row, ...since } = found;
  const entry: ToMerchant = row.kind ? mailsToMerchants[row.kind] : {};
  const sender = row.environment === "test" ? null : configured;
  if (sender && entry.outdated?.(since)) {
    await db().delete(mails).where(unsent);
    return null;
  }
  const unsubscribe = entry.optional && row.merchantId ? summaryLink(row.merchantId) : null;
  const mail = { ...row, unsubscribe };
  const { attempts, again, sent } = await tryToSend(sender, mail);
  const dueAt = again === null ? null : later(now, again);
  await db()
    .update(mails)
    .set({ attempts, dueAt, leasedUntil: null, sentAt: sent ? now : null })
    .where(unsent);
  return dueAt;
}

type Attempted = {
  attempts: number;
  /** Milliseconds until the next attempt; null: there is none. */
  again: number | null;
  sent: boolean;
};

/** Hands a mail to the server, if there is one. */
async function tryToSend(sender: MailSender | null, mail: Mail & { id: string; attempts: number }): Promise<Attempted> {
  // Begun before the `try`: being called inside a transaction is our fault, not the server's.
  const sending = sender?.send(mail);
  try {
    await sending;
  } catch (error) {
    const again = error instanceof MailRefused ? null : (retryDelays[mail.attempts] ?? null);
    log.error(again ? "a mail could not be sent yet" : "a mail was given up", error, { mailId: mail.id });
    return { attempts: mail.attempts + 1, again, sent: false };
  }
  return { attempts: mail.attempts + (sender ? 1 : 0), again: null, sent: sender !== null };
}

type Row = typeof accountMails.$inferSelect;

/** A mail as it is sent, made from its row. */
export function writtenMail({ kind, facts, createdAt }: Pick<Row, "kind" | "facts" | "createdAt">) {
  return renderAccountMail({ kind, ...facts } as AccountMail, aboutAccounts(createdAt));
}

/** Sends one queued mail about an account; without a sender it only shows in the mailbox page. @returns when to retry */
export async function sendAccountMail(id: string, realNow: RealTime, sender = mailSender()): Promise<RealTime | null> {
  const unsent = and(eq(accountMails.id, id), isNull(accountMails.sentAt));
  const [row] = await db().select().from(accountMails).where(unsent);
  if (!row) return null;
  const { subject, text: body, html } = writtenMail(row);
  const mail = { id, recipient: row.recipient, subject, body, html, unsubscribe: null, attempts: row.attempts };
  const { attempts, again, sent } = await tryToSend(sender, mail);
  const dueAt = again === null ? null : later(realNow, again);
  await db()
    .update(accountMails)
    .set({ attempts, dueAt, leasedUntil: null, sentAt: sent ? realNow : null })
    .where(unsent);
  return dueAt;
}
