import { eq } from "drizzle-orm";
import { db, wakeWorkers } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import { mails } from "@/db/schema/operations";
import { ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import type { BusinessTime } from "@/lib/kernel/time";
import type { FactsOf, StaffMail } from "@/lib/terms/mails/all-mails";
import type { StaffMailEntry } from "@/lib/terms/mails/mail";
import { staffMails } from "@/lib/terms/mails/staff-mails";
import type { MailTopic } from "@/lib/terms/marketplaces";
import { confirmedAddresses } from "./confirmed-addresses";

type NewMail = { tenant: Tenant; topic: MailTopic; subject: string; body: string; now: BusinessTime };

type StaffKind = keyof typeof staffMails;
const entries: { [Kind in StaffKind]: StaffMailEntry<FactsOf<typeof staffMails, Kind>> } = staffMails;

function textOf<Kind extends StaffKind>(
  mail: { kind: Kind } & FactsOf<typeof staffMails, Kind>,
  { environment }: Tenant,
) {
  const { topic, text } = entries[mail.kind];
  const { subject, lines } = text(mail, environment);
  return { topic, subject, body: lines.join("\n") };
}

/** Writes to a marketplace's staff, to be sent once the current transaction has committed. */
export async function queueStaffMail(call: { tenant: Tenant; now: BusinessTime } & StaffMail): Promise<void> {
  const { tenant, now } = call;
  await queueMail({ tenant, now, ...textOf(call, tenant) });
}

/** Writes to whoever of a marketplace's staff is to hear of it, to be sent once the current transaction has committed. */
export async function queueMail({ tenant, topic, subject, body, now }: NewMail): Promise<void> {
  const [marketplace] = await db()
    .select({ contactEmail: marketplaces.contactEmail, recipients: marketplaces.mailRecipients })
    .from(marketplaces)
    .where(eq(marketplaces.id, tenant.marketplaceId));
  if (!marketplace) throw new Error(`No marketplace ${tenant.marketplaceId} to write to.`);
  const confirmed = await confirmedAddresses(tenant.marketplaceId);
  const chosen = marketplace.recipients[topic].filter((one) => confirmed.has(one));
  for (const recipient of chosen.length > 0 ? chosen : [marketplace.contactEmail]) {
    const id = newId("mail");
    await db()
      .insert(mails)
      .values({ id, ...ownedBy(tenant), recipient, subject, body, createdAt: now, dueAt: now });
    wakeWorkers(mails, id, tenant);
  }
}
