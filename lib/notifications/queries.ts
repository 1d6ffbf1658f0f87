import { desc } from "drizzle-orm";
import { db } from "@/db/client";
import { mails } from "@/db/schema/operations";
import { env } from "@/lib/env";

/** Whether mail is kept and shown here: outside production, while no mail server is configured. */
export function mailboxOpen(): boolean {
  return !env().production && env().smtpUrl === null;
}

/** The latest mails, newest first. */
export async function listMails() {
  return db().select().from(mails).orderBy(desc(mails.id)).limit(100);
}
