import { db } from "@/db/client";
import { mails } from "@/db/schema/operations";
import { ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import type { BusinessTime } from "@/lib/kernel/time";
import { idMadeAt } from "@/test/id-made-at";
import { now } from "@/test/time";

const longAgo = later(now(), -400 * day);

/**
 * A mail to be sent at a moment of the tenant's clock: the plainest of due rows. Answers its id.
 * @param made when it was written
 */
export async function dueMail(tenant: Tenant, dueAt: BusinessTime, made: Date = longAgo): Promise<string> {
  const id = idMadeAt("mail", made);
  const written = { recipient: "a@b.example", subject: "s", body: "b", createdAt: dueAt };
  await db()
    .insert(mails)
    .values({ id, ...ownedBy(tenant), ...written, dueAt });
  return id;
}
