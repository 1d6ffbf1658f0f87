import { sql } from "drizzle-orm";
import { z } from "zod";
import { db, nudge } from "@/db/client";
import { rowsOf } from "@/db/rows";
import { mails } from "@/db/schema/operations";
import { ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { env } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import type { BusinessTime } from "@/lib/kernel/time";
import type { Locale } from "@/lib/terms/notifications";
import { findAddressee } from "./find-addressee";
import { factOf, type MerchantMail } from "./merchant-mail";
import { renderMail } from "./render-mail";
import { summaryLink } from "./summary-link";

/** Nothing is known yet of the languages that merchants read. */
const locale: Locale = "en";

type NewMerchantMail = { tenant: Tenant; merchantId: string; loanId: string; now: BusinessTime } & MerchantMail;

const loanRow = z.strictObject({ lender: z.string(), reference: z.string() });

/**
 * Writes to a merchant about its loan, in the transaction that makes it so; the mail is sent once that has committed.
 * The merchant hears each fact once, however often this is called. One without an address, or that has switched the
 * weekly summary off, hears nothing.
 */
export async function queueMerchantMail(call: NewMerchantMail): Promise<void> {
  const { tenant, merchantId, loanId, now, ...mail } = call;
  const { recipient, wantsSummary, business, marketplace, hasAccount } = await findAddressee(tenant, merchantId);
  if (!recipient || (mail.kind === "WEEKLY_SUMMARY" && !wantsSummary)) return;
  const [loan] = await rowsOf(loanRow)`
    select lender.name as lender, l.reference from loans l join lenders lender on lender.id = l.lender_id
    where l.id = ${loanId} and l.merchant_id = ${merchantId}`;
  if (!loan) throw new Error(`No loan ${loanId} of ${merchantId} to write about.`);
  const { baseUrl, supportEmail } = env();
  const about = {
    ...loan,
    business,
    marketplace,
    complaints: supportEmail,
    page: hasAccount ? `${baseUrl}/account/loans/${loanId}` : null,
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
  if (added.length > 0) nudge(mails, id, tenant);
}
