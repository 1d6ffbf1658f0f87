import { and, count, eq, gt, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { locks } from "@/db/locks";
import { accountMails } from "@/db/schema/users";
import { hour, later } from "@/lib/kernel/calendar";
import type { RealTime } from "@/lib/kernel/time";

/** Mails an hour that one network can have sent to one address. */
const mailsAnHour = 3;

/** In the transaction that writes: until its end nobody else counts these mails, so that no two pass as the last. */
export async function allowMail(recipient: string, askedFrom: string, realNow: RealTime): Promise<boolean> {
  const lately = gt(accountMails.createdAt, later(realNow, -hour));
  const name = `${recipient} ${askedFrom}`;
  await db().execute(sql`select pg_advisory_xact_lock(${locks.askedMails}, hashtext(${name}))`);
  const [row] = await db()
    .select({ mails: count() })
    .from(accountMails)
    .where(and(eq(accountMails.recipient, recipient), eq(accountMails.askedFrom, askedFrom), lately));
  return (row?.mails ?? 0) < mailsAnHour;
}
