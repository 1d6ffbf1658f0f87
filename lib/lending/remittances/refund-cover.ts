import { and, eq, gt, inArray, isNull, max, ne, sum } from "drizzle-orm";
import { db } from "@/db/client";
import { loans, payouts } from "@/db/schema/loans";
import { remittanceChanges, remittanceItems } from "@/db/schema/remittances";
import { inTenant } from "@/db/tenancy";
import { tenantOf } from "@/lib/kernel/actor";
import { fromKobo, type Kobo, kobo, nairaText, plus } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";
import { findRemitters, readBalance } from "./queries";

/**
 * Why a refund may not be paid yet: a marketplace's word that it deducted takes no money out of its lender
 * (docs/remittances.md#refunds). Null where nothing speaks against it.
 * @param payoutId the refund, once it is ordered
 */
export async function refundObstacle(
  loan: Pick<LoanRecord, "id" | "lenderId" | "marketplaceId" | "environment">,
  refund: { amount: Kobo; payoutId?: string },
  now: BusinessTime,
): Promise<string | null> {
  if (loan.environment === "test") return null;
  const tenant = tenantOf(loan);
  const [waiting] = await db().select().from(remittanceChanges).where(eq(remittanceChanges.loanId, loan.id)).limit(1);
  if (waiting) return "What was deducted for it is just being added up. Try again in a minute.";
  const deducted = and(eq(remittanceItems.loanId, loan.id), gt(remittanceItems.amount, kobo(0)));
  const [last] = await db()
    .select({ dueOn: max(remittanceItems.dueOn) })
    .from(remittanceItems)
    .where(deducted);
  // What the merchant paid from its account has come by itself.
  if (!last?.dueOn) return null;
  const remitter = (await findRemitters({ tenant })).find(({ lenderId }) => lenderId === loan.lenderId);
  if (!remitter) return "It is not known yet what its marketplace has remitted.";
  const { since, late, received } = await readBalance(remitter, now);
  if (since !== null && since <= last.dueOn) {
    return `What its marketplace deducted for it, due ${last.dueOn}, has not arrived: what was due ${since} is missing.`;
  }
  if (late > 0) return `Its marketplace is late with ${nairaText(fromKobo(late))} of what it deducted.`;
  const refunded = plus(refund.amount, await otherRefunds(loan, refund.payoutId));
  if (refunded <= received) return null;
  return `Refunds would come to ${nairaText(fromKobo(refunded))}, more than its marketplace has remitted.`;
}

async function otherRefunds(
  loan: Pick<LoanRecord, "lenderId" | "marketplaceId" | "environment">,
  payoutId = "",
): Promise<Kobo> {
  const under = inTenant(payouts, tenantOf(loan), eq(payouts.purpose, "REFUND"), isNull(payouts.reversedAt));
  const [row] = await db()
    .select({ amount: sum(payouts.amount) })
    .from(payouts)
    .innerJoin(loans, and(eq(loans.id, payouts.loanId), eq(loans.lenderId, loan.lenderId)))
    .where(and(under, ne(payouts.id, payoutId), inArray(payouts.status, ["PENDING", "CONFIRMED"])));
  return kobo(Number(row?.amount ?? 0));
}
