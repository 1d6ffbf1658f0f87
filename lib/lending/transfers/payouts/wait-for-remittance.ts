import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { loans, type payouts } from "@/db/schema/loans";
import { tenantOf } from "@/lib/kernel/actor";
import type { BusinessTime } from "@/lib/kernel/time";
import { refundObstacle } from "@/lib/lending/remittances/refund-cover";
import { stoppedLenders } from "@/lib/lending/remittances/unremitted";
import type { TransferOutcome } from "@/lib/platform/providers/bank";

/**
 * Live, nothing is paid out where a marketplace owes the lender too much of what it deducted, and no refund of what has not
 * arrived (docs/remittances.md#limit). One that was asked for may have been paid, and is only asked about.
 */
export async function waitForRemittance(
  payout: typeof payouts.$inferSelect,
  now: BusinessTime,
): Promise<TransferOutcome | null> {
  if (payout.environment === "test" || payout.askedAt) return null;
  const { id, lenderId, marketplaceId, environment } = loans;
  const [loan] = await db()
    .select({ id, lenderId, marketplaceId, environment })
    .from(loans)
    .where(eq(loans.id, payout.loanId));
  if (!loan) return null;
  const why =
    payout.purpose === "REFUND"
      ? await refundObstacle(loan, { amount: payout.amount, payoutId: payout.id }, now)
      : (await stoppedLenders([loan.lenderId], tenantOf(payout), now)).has(loan.lenderId)
        ? "Its marketplace is suspended, or owes the lender more of what it deducted than the lender allows."
        : null;
  return why === null ? null : { status: "PENDING", waitsFor: "REMITTANCE", detail: why };
}
