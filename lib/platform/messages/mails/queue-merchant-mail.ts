import { sql } from "drizzle-orm";
import { z } from "zod";
import { businessNameOf } from "@/db/business-name";
import { db, wakeWorkers } from "@/db/client";
import { rowsOf } from "@/db/rows";
import { mails } from "@/db/schema/operations";
import { ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { env } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import type { BusinessTime } from "@/lib/kernel/time";
import { type LoanMail, type MerchantMail, mailsToMerchants } from "@/lib/terms/mails/all-mails";
import type { AboutMerchant, ToMerchant } from "@/lib/terms/mails/mail";
import { merchantMails } from "@/lib/terms/mails/merchant-mails";
import { factOf, renderLoanMail, renderMerchantMail } from "./render-mail";
import { summaryLink } from "./summary-link";

type Addressed = { tenant: Tenant; merchantId: string; now: BusinessTime };

const loanRow = z.strictObject({ lender: z.string(), reference: z.string() });

/**
 * Writes to a merchant about itself or a loan of its own, in the transaction that makes it so; the mail is sent once that
 * has committed. About a loan the merchant hears each fact once, however often this is called. One without an address
 * hears nothing, nor does one that has switched mails of this kind off.
 */
export async function queueMerchantMail(
  call: Addressed & (({ loanId: string } & LoanMail) | MerchantMail),
): Promise<void> {
  const { tenant, merchantId, now, kind } = call;
  const { recipient, wantsSummary, hasAccount, ...names } = await findAddressee(tenant, merchantId);
  const { optional }: ToMerchant = mailsToMerchants[kind];
  if (!recipient || (optional && !wantsSummary)) return;
  const { baseUrl, supportEmail: complaints } = env();
  const pageAt = (path: string) => (hasAccount ? `${baseUrl}/account${path}` : null);
  const about = { ...names, complaints, test: tenant.environment === "test" };
  const written =
    "loanId" in call
      ? await aboutLoan(call, { ...about, page: pageAt(`/loans/${call.loanId}`) })
      : renderMerchantMail(call, { ...about, page: pageAt(merchantMails[call.kind].page(merchantId)) });
  const { subject, text: body, html } = written;
  const id = newId("mail");
  const named = "loanId" in call ? { loanId: call.loanId, fact: factOf(call) } : {};
  const added = await db()
    .insert(mails)
    .values({
      id,
      ...ownedBy(tenant),
      merchantId,
      kind,
      ...named,
      recipient,
      subject,
      body,
      html,
      createdAt: now,
      dueAt: now,
    })
    .onConflictDoNothing({ target: [mails.loanId, mails.kind, mails.fact], where: sql`loan_id is not null` })
    .returning({ id: mails.id });
  if (added.length > 0) wakeWorkers(mails, id, tenant);
}

async function aboutLoan(call: Addressed & { loanId: string } & LoanMail, about: AboutMerchant) {
  const { merchantId, loanId } = call;
  const [loan] = await rowsOf(loanRow)`
    select lender.name as lender, l.reference from loans l join lenders lender on lender.id = l.lender_id
    where l.id = ${loanId} and l.merchant_id = ${merchantId}`;
  if (!loan) throw new Error(`No loan ${loanId} of ${merchantId} to write about.`);
  return renderLoanMail(call, { ...about, ...loan, switchOff: summaryLink(merchantId) });
}

const addresseeRow = z.strictObject({
  recipient: z.string().nullable(),
  wantsSummary: z.boolean(),
  business: z.string(),
  marketplace: z.string(),
  hasAccount: z.boolean(),
});

/** Where mail to a merchant goes; null: nowhere. */
export async function mailAddressOf(tenant: Tenant, merchantId: string): Promise<string | null> {
  return (await findAddressee(tenant, merchantId)).recipient;
}

/** By the business information's address, else the marketplace's, else the account's; null without any. */
async function findAddressee({ marketplaceId, environment }: Tenant, merchantId: string) {
  const [found] = await rowsOf(addresseeRow)`
    select coalesce(k.business_info->>'businessEmail', m.email, holder.email) as recipient,
      m.weekly_summary as "wantsSummary", ${businessNameOf(sql`m`)} as business,
      market.name as marketplace, holder.id is not null as "hasAccount"
    from merchants m
    join marketplaces market on market.id = m.marketplace_id
    left join users holder on holder.id = m.user_id
    left join kyc_records k on k.merchant_id = m.id
    where m.id = ${merchantId} and m.marketplace_id = ${marketplaceId} and m.environment = ${environment}`;
  if (!found) throw new Error(`No merchant ${merchantId} to write to.`);
  return found;
}
