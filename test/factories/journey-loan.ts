import { db } from "@/db/client";
import type { Tenant } from "@/lib/kernel/actor";
import { serviceLoan } from "@/lib/lending/servicing/service-loan";
import { sendPayout } from "@/lib/lending/transfers/payouts/send-payout";
import { now } from "@/test/time";
import { embedTokenOf } from "./embed";
import { lendableMerchant } from "./lendable";
import { anyLoan } from "./loan";

/** A merchant with an offer, and the embed token of its journey. */
export async function merchantWithOffer(tenant: Tenant) {
  const { merchantId } = await lendableMerchant(tenant);
  const token = await embedTokenOf(tenant, merchantId);
  const { loanId } = await anyLoan(tenant, merchantId);
  return { merchantId, token, loanId };
}

/** What the service does by itself once a mandate is given: orders the payout, and has it sent. */
export async function payOut(loanId: string, at = now()): Promise<void> {
  await serviceLoan(loanId, at);
  const [payout] = await db().execute<{ id: string }>(
    `select id from payouts where loan_id = '${loanId}' and status = 'PENDING'`,
  );
  if (!payout) throw new Error("No payout was ordered.");
  await sendPayout(payout.id, at);
}

/** The id in an address of the bank's page. */
export function linkIdIn(url: unknown): string {
  return String(url).split("/").at(-1) ?? "";
}
