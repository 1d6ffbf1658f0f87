import { and, eq, exists, inArray, or, sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { loans, payouts } from "@/db/schema/loans";
import { merchants } from "@/db/schema/merchants";
import { payments } from "@/db/schema/payments";
import { inReach } from "@/db/tenancy";
import { type Operator, operatorIn } from "@/lib/kernel/actor";
import { CodedError } from "@/lib/kernel/errors";
import { type Reach, reachOf } from "@/lib/kernel/reach";
import type { RealTime } from "@/lib/kernel/time";
import { lockOffers } from "@/lib/loans/loans/withdraw-offers";
import { readBusinessNow } from "@/lib/parties/marketplaces/queries";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { endConnection } from "@/lib/surfaces/account/consents/disconnect-merchant";

import { findMerchantSubject } from "@/lib/surfaces/console/queries";
import { openLoanStates } from "@/lib/terms/loans/states";

/** And leaves it out of lists; its KYC record and past loans are kept. One archived already stays as it is. */
export async function archiveMerchant(call: {
  operator: Operator;
  merchantId: string;
  realNow: RealTime;
}): Promise<void> {
  const { operator, merchantId, realNow } = call;
  const { tenant } = await findMerchantSubject(merchantId);
  const now = await readBusinessNow(tenant, realNow);
  const actor = operatorIn(tenant, operator);
  const reach = reachOf(actor);
  await transaction(async () => {
    // No offer can be made, accepted or paid out from here on.
    await lockOffers(reach, merchantId);
    const mine = inReach(merchants, reach, eq(merchants.id, merchantId));
    const [row] = await db().select({ archivedAt: merchants.archivedAt }).from(merchants).where(mine);
    if (row?.archivedAt) return;
    const [loan] = await loansWithMoney(reach, merchantId);
    if (loan) {
      const message = `Money hangs on loan ${loan.reference}: it is open, owed, owing or on its way.`;
      throw new CodedError("STILL_IN_USE", `${message} The merchant can be archived once that has ended.`);
    }
    await endConnection({ actor, reach, ref: merchantId, by: "SERVICE", note: null, now, realNow });
    await db().update(merchants).set({ archivedAt: now }).where(mine);
    await recordAudit({ actor, action: "merchant.archive", subjectId: merchantId, now });
  });
}
archiveMerchant.errors = ["INSUFFICIENT_ROLE", "NOT_FOUND", "STILL_IN_USE"] as const;

/** Loans that are open, that are owed on although written off, that owe the merchant, or whose money is under way. */
async function loansWithMoney(reach: Reach, merchantId: string) {
  const paidOut = and(eq(payouts.loanId, loans.id), inArray(payouts.status, ["HELD", "PENDING"]));
  const paidIn = and(eq(payments.loanId, loans.id), inArray(payments.status, ["ANNOUNCED", "PENDING"]));
  const total = sql`${loans.principal} + ${loans.interest}`;
  const hangs = or(
    inArray(loans.status, openLoanStates),
    and(eq(loans.status, "WRITTEN_OFF"), sql`${loans.received} < ${total}`),
    sql`${loans.held} > 0`,
    sql`${loans.received} > case when ${loans.disbursedAt} is null or ${loans.status} = 'CANCELLED' then 0 else ${total} end`,
    exists(db().select({ id: payouts.id }).from(payouts).where(paidOut)),
    exists(db().select({ id: payments.id }).from(payments).where(paidIn)),
  );
  return db()
    .select({ reference: loans.reference })
    .from(loans)
    .where(inReach(loans, reach, eq(loans.merchantId, merchantId), hangs))
    .limit(1);
}
