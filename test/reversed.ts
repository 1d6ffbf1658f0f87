import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { loans, payouts } from "@/db/schema/loans";
import { merchants } from "@/db/schema/merchants";
import type { Tenant } from "@/lib/kernel/actor";
import { later, minute } from "@/lib/kernel/calendar";
import type { BusinessTime } from "@/lib/kernel/time";
import { sendPayout } from "@/lib/lending/transfers/payouts/send-payout";
import type { BankProvider } from "@/lib/platform/providers/bank";
import { lendableMerchant } from "@/test/factories/lendable";
import { disbursingLoan } from "@/test/factories/loan";
import { now } from "@/test/time";

/** A bank that pays at once, and says of what it paid whether it came back; null: it does not say. */
export function bankThat(isReversed: NonNullable<BankProvider["isReversed"]>): BankProvider {
  return {
    nameEnquiry: async () => "NOT_CHECKED",
    transfer: async ({ reference }) => ({ status: "CONFIRMED", reference: `TRF_${reference}` }),
    isReversed,
  };
}

export const stays = bankThat(async () => false);
const comesBack = bankThat(async () => true);

/** A loan of 100,000 naira, 109,000 to be paid back, that was paid out over a rail at `at`. */
export async function paidOutOver(railId: string, tenant: Tenant, at: BusinessTime = now()) {
  const { merchantId } = await lendableMerchant(tenant, at);
  await db().update(merchants).set({ email: "ada@shop.example" }).where(eq(merchants.id, merchantId));
  const { loanId, payoutId } = await disbursingLoan(tenant, merchantId, { now: at });
  await overRail(railId, payoutId);
  await sendPayout(payoutId, at, stays);
  return { loanId, payoutId, merchantId, at };
}

/** As if it had been ordered over a rail, which test data has none of. */
export async function overRail(railId: string, payoutId: string): Promise<void> {
  await db().update(payouts).set({ railId }).where(eq(payouts.id, payoutId));
}

/** Has a transfer that arrived come back a minute later. */
export async function takeBack(payoutId: string, at: BusinessTime): Promise<void> {
  await sendPayout(payoutId, later(at, minute), comesBack);
}

export async function loanRow(id: string) {
  const [row] = await db().select().from(loans).where(eq(loans.id, id));
  if (!row) throw new Error(`There is no loan ${id}.`);
  return row;
}

/** The transfers of a loan, oldest first. */
export function payoutsOf(loanId: string) {
  return db().select().from(payouts).where(eq(payouts.loanId, loanId)).orderBy(payouts.id);
}
