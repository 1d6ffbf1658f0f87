import { and, eq, or, sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { merchants } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import { operatorIn } from "@/lib/kernel/actor";
import type { OperatorCall } from "@/lib/kernel/call";
import { CodedError } from "@/lib/kernel/errors";
import { type Reach, reachOf } from "@/lib/kernel/reach";
import { hasMoneyToMove } from "@/lib/loans/loans/money-to-move";
import { lockOffers } from "@/lib/loans/loans/withdraw-offers";
import { readBusinessNow } from "@/lib/parties/marketplaces/queries";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { endConnection } from "@/lib/surfaces/account/consents/disconnect-merchant";

import { findMerchantSubject } from "@/lib/surfaces/console/queries";

/** And leaves it out of lists; its KYC record and past loans are kept. One archived already stays as it is. */
export async function archiveMerchant(call: OperatorCall<{ merchantId: string }>): Promise<void> {
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
  const total = sql`${loans.principal} + ${loans.interest}`;
  const owed = and(eq(loans.status, "WRITTEN_OFF"), sql`${loans.received} < ${total}`);
  return db()
    .select({ reference: loans.reference })
    .from(loans)
    .where(inReach(loans, reach, eq(loans.merchantId, merchantId), or(hasMoneyToMove(), owed)))
    .limit(1);
}
