import { and, desc, eq, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { mails } from "@/db/schema/operations";
import { env } from "@/lib/env";

/** Whether mail that was kept is shown here: with the sandbox, never in production. */
export function mailboxOpen(): boolean {
  return env().sandbox && !env().production;
}

const { id, kind, environment, recipient, subject, createdAt, body, html } = mails;
const summary = { id, kind, environment, recipient, subject, createdAt };

/** The latest mails that were not sent, newest first; to one address, if it is given. */
export async function listMails(to?: string) {
  const kept = and(isNull(mails.sentAt), to === undefined ? undefined : eq(recipient, to));
  return db().select(summary).from(mails).where(kept).orderBy(desc(id)).limit(100);
}

/** A mail with both its parts. */
export async function findMail(mailId: string) {
  const [found] = await db()
    .select({ ...summary, body, html })
    .from(mails)
    .where(and(isNull(mails.sentAt), eq(id, mailId)));
  return found;
}
