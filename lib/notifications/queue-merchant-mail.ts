import { sql } from "drizzle-orm";
import { z } from "zod";
import { db, nudge } from "@/db/client";
import { rowsOf } from "@/db/rows";
import { mails } from "@/db/schema/operations";
import { ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/actor";
import { env } from "@/lib/env";
import { newId } from "@/lib/ids";
import type { BusinessTime } from "@/lib/time";
import type { Locale } from "./constants";
import { factOf, type MerchantMail } from "./merchant-mail";
import { renderMail } from "./render-mail";
import { summaryLink } from "./summary-link";

/** Nothing is known yet of the languages that merchants read. */
const locale: Locale = "en";

type NewMerchantMail = { tenant: Tenant; merchantId: string; loanId: string; now: BusinessTime } & MerchantMail;

const aboutRow = z.strictObject({
  recipient: z.string().nullable(),
  wantsSummary: z.boolean(),
  business: z.string(),
  lender: z.string(),
  marketplace: z.string(),
  reference: z.string(),
});

/**
 * Writes to a merchant about its loan, in the transaction that makes it so; the mail is sent once that has committed.
 * The merchant hears each fact once, however often this is called. One without an address, or that has switched the
 * weekly summary off, hears nothing.
 */
export async function queueMerchantMail(call: NewMerchantMail): Promise<void> {
  const { tenant, merchantId, loanId, now, ...mail } = call;
  const [found] = await rowsOf(aboutRow)`
    select coalesce(k.business_info->>'businessEmail', m.email) as recipient, m.weekly_summary as "wantsSummary",
      coalesce(k.business_info->>'businessName', m.business_name) as business, lender.name as lender,
      market.name as marketplace, l.reference
    from loans l
    join merchants m on m.id = l.merchant_id
    join marketplaces market on market.id = l.marketplace_id
    join lenders lender on lender.id = l.lender_id
    left join kyc_records k on k.merchant_id = m.id
    where l.id = ${loanId} and l.merchant_id = ${merchantId}
      and l.marketplace_id = ${tenant.marketplaceId} and l.environment = ${tenant.environment}`;
  if (!found) throw new Error(`No loan ${loanId} of ${merchantId} to write about.`);
  const { recipient, wantsSummary, ...parties } = found;
  if (!recipient || (mail.kind === "WEEKLY_SUMMARY" && !wantsSummary)) return;
  const about = {
    ...parties,
    complaints: env().supportEmail,
    test: tenant.environment === "test",
    switchOff: summaryLink(merchantId),
  };
  const { subject, text, html } = renderMail(mail, about, locale);
  const id = newId("mail");
  const named = { merchantId, loanId, kind: mail.kind, fact: factOf(mail) };
  const added = await db()
    .insert(mails)
    .values({ id, ...ownedBy(tenant), ...named, recipient, subject, body: text, html, createdAt: now, dueAt: now })
    .onConflictDoNothing({ target: [mails.loanId, mails.kind, mails.fact], where: sql`loan_id is not null` })
    .returning({ id: mails.id });
  if (added.length > 0) nudge("send-mail", id, tenant);
}
