import { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { lenderAccounts, rails } from "@/db/schema/lenders";
import { loans, payoutAccounts, payouts } from "@/db/schema/loans";
import type { Actor, Tenant } from "@/lib/kernel/actor";
import { encrypt, keyedDigest } from "@/lib/kernel/crypto";
import { newId } from "@/lib/kernel/ids";
import { type Kobo, toKobo } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import { bringSignedForm } from "@/lib/lending/transfers/mandates/send-signed-form";
import type { BatchColumn } from "@/lib/terms/batches";
import { lendableMerchant } from "./factories/lendable";
import { disbursingLoan } from "./factories/loan";
import { now } from "./time";

let numbers = 2_000_000_000;

/** The signed form of a loan's mandate on paper, as an operator brings it in. */
export async function bringAnyForm(call: { actor: Actor; loanId: string; now: BusinessTime }, text = "signed") {
  const content = Readable.from([Buffer.from(`%PDF-1.7\n${text}`)]);
  await bringSignedForm({ ...call, content, realNow: now() });
}

/** A lender's own account with its bank. */
export async function giveLenderAccount(lenderId: string): Promise<string> {
  const id = newId("lenderAccount");
  const accountNumber = String(++numbers);
  await db()
    .insert(lenderAccounts)
    .values({
      ...{ id, lenderId, bankCode: "058", lastFour: accountNumber.slice(-4), holder: "Test Lender", collects: false },
      accountNumber: encrypt("lender_accounts.account_number", accountNumber),
      accountDigest: keyedDigest("lender_accounts.account_number", `058 ${accountNumber}`),
      ...{ state: "ACTIVE", createdAt: now(), activatedAt: now() },
    });
  return id;
}

type Given = { dayLimit?: Kobo; columns?: BatchColumn[] };

/** A lender that pays by hand from an account of its own. */
export async function giveRailByHand(lenderId: string, { dayLimit = toKobo(1_000_000), columns }: Given = {}) {
  const accountId = await giveLenderAccount(lenderId);
  const id = newId("rail");
  const account = { kind: "BY_HAND", integration: accountId, domain: "live", state: "ACTIVE" } as const;
  await db()
    .insert(rails)
    .values({ id, lenderId, ...account, dayLimit, columns: columns ?? null, createdAt: now(), activatedAt: now() });
  return { railId: id, accountId };
}

/** A loan of such a lender whose payout is open, to an account in a name. Kobo; 100,000 naira unless wished otherwise. */
export async function payoutByHand(
  tenant: Tenant,
  of: { lenderId: string; railId: string; principal?: number; accountName?: string },
) {
  const { lenderId, railId, principal = 10_000_000, accountName = "ADA FOODS" } = of;
  const { merchantId } = await lendableMerchant(tenant, now());
  const { loanId, reference: loan, payoutId } = await disbursingLoan(tenant, merchantId, { principal });
  await db().update(loans).set({ lenderId }).where(eq(loans.id, loanId));
  const named = { accountName, nameMatches: true, verifiedAt: now() };
  await db().update(payoutAccounts).set(named).where(eq(payoutAccounts.merchantId, merchantId));
  const [payout] = await db()
    .update(payouts)
    .set({ railId, askedAt: null })
    .where(eq(payouts.id, payoutId))
    .returning({ reference: payouts.reference });
  return { merchantId, loanId, loan, payoutId, reference: payout?.reference ?? "" };
}
