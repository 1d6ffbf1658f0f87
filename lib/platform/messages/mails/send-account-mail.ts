import { and, eq, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { accountMails } from "@/db/schema/users";
import { later } from "@/lib/kernel/calendar";
import type { RealTime } from "@/lib/kernel/time";
import { mailSender } from "@/lib/platform/providers/mail";
import type { AccountMail } from "@/lib/terms/mails/all-mails";
import { aboutAccounts } from "./account-links";
import { renderAccountMail } from "./render-mail";
import { tryToSend } from "./send-mail";

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
