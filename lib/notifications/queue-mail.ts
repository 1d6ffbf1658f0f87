import { eq } from "drizzle-orm";
import { db, nudge } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import { mails } from "@/db/schema/operations";
import { ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/actor";
import { newId } from "@/lib/ids";
import type { BusinessTime } from "@/lib/time";

type NewMail = { tenant: Tenant; subject: string; body: string; now: BusinessTime };

/** Writes a mail to a marketplace's staff, to be sent once the current transaction has committed. */
export async function queueMail({ tenant, subject, body, now }: NewMail): Promise<void> {
  const [marketplace] = await db()
    .select({ contactEmail: marketplaces.contactEmail })
    .from(marketplaces)
    .where(eq(marketplaces.id, tenant.marketplaceId));
  if (!marketplace) throw new Error(`No marketplace ${tenant.marketplaceId} to write to.`);
  const id = newId("mail");
  await db()
    .insert(mails)
    .values({ id, ...ownedBy(tenant), recipient: marketplace.contactEmail, subject, body, createdAt: now, dueAt: now });
  nudge("send-mail", id, tenant);
}
