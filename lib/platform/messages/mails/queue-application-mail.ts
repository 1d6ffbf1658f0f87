import { db, nudge } from "@/db/client";
import { mails } from "@/db/schema/operations";
import { ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { env } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import type { BusinessTime } from "@/lib/kernel/time";
import type { ApplicationMail } from "./application-mail";
import { findAddressee } from "./find-addressee";
import { renderApplicationMail } from "./render-application-mail";

type NewApplicationMail = { tenant: Tenant; merchantId: string; now: BusinessTime } & ApplicationMail;

/**
 * Writes to a merchant about its application, in the transaction that decides it; the mail is sent once that has
 * committed. One without an address hears nothing.
 */
export async function queueApplicationMail(call: NewApplicationMail): Promise<void> {
  const { tenant, merchantId, now, ...mail } = call;
  const { recipient, business, marketplace, hasAccount } = await findAddressee(tenant, merchantId);
  if (!recipient) return;
  const { baseUrl, supportEmail: complaints } = env();
  const page = hasAccount ? `${baseUrl}/account/kyc/${merchantId}` : null;
  const about = { business, marketplace, complaints, test: tenant.environment === "test", page };
  const { subject, text, html } = renderApplicationMail(mail, about, "en");
  const id = newId("mail");
  const { kind } = mail;
  await db()
    .insert(mails)
    .values({
      id,
      ...ownedBy(tenant),
      merchantId,
      kind,
      recipient,
      subject,
      body: text,
      html,
      createdAt: now,
      dueAt: now,
    });
  nudge(mails, id, tenant);
}
