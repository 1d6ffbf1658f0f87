import { and, desc, eq, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { mails } from "@/db/schema/operations";
import { accountMails } from "@/db/schema/users";
import { writtenMail } from "./send-account-mail";

const { id, kind, environment, recipient, subject, createdAt, body, html } = mails;
const summary = { id, kind, environment, recipient, subject, createdAt };

const mostListed = 100;

/** The latest mails that were not sent, newest first; to one address, if it is given. */
export async function listMails(to?: string) {
  const kept = and(isNull(mails.sentAt), to === undefined ? undefined : eq(recipient, to));
  const listed = await db().select(summary).from(mails).where(kept).orderBy(desc(id)).limit(mostListed);
  const own = and(isNull(accountMails.sentAt), to === undefined ? undefined : eq(accountMails.recipient, to));
  const ofAccounts = await db().select().from(accountMails).where(own).orderBy(desc(accountMails.id)).limit(mostListed);
  // Ids sort by time, whatever the table.
  const newestFirst = (one: { id: string }, other: { id: string }) => (one.id < other.id ? 1 : -1);
  return [...listed, ...ofAccounts.map(openedAccountMail)].sort(newestFirst).slice(0, mostListed);
}

/** A mail with both its parts. */
export async function findMail(mailId: string) {
  const [found] = await db()
    .select({ ...summary, body, html })
    .from(mails)
    .where(and(isNull(mails.sentAt), eq(id, mailId)));
  if (found) return found;
  const own = and(isNull(accountMails.sentAt), eq(accountMails.id, mailId));
  const [ofAccount] = await db().select().from(accountMails).where(own);
  return ofAccount && openedAccountMail(ofAccount);
}

function openedAccountMail(row: typeof accountMails.$inferSelect) {
  const { subject, text, html: page } = writtenMail(row);
  const { id: mailId, kind: what, recipient: to, createdAt: at } = row;
  return { id: mailId, kind: what, environment: null, recipient: to, createdAt: at, subject, body: text, html: page };
}
