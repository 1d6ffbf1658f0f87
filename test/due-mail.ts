import { db } from "@/db/client";
import { mails } from "@/db/schema/operations";
import { ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/actor";
import { newId } from "@/lib/ids";
import type { BusinessTime } from "@/lib/time";

/** A mail to be sent at a moment of the tenant's clock: the plainest of due rows. Answers its id. */
export async function dueMail(tenant: Tenant, dueAt: BusinessTime): Promise<string> {
  const id = newId("mail");
  const written = { recipient: "a@b.example", subject: "s", body: "b", createdAt: dueAt };
  await db()
    .insert(mails)
    .values({ id, ...ownedBy(tenant), ...written, dueAt });
  return id;
}
