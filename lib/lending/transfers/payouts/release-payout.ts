import { eq } from "drizzle-orm";
import { db, transaction, wakeWorkers } from "@/db/client";
import { payouts } from "@/db/schema/loans";
import { inTenant } from "@/db/tenancy";
import { CodedError } from "@/lib/kernel/errors";
import { type Reach, reachOf } from "@/lib/kernel/reach";
import { decideAgain, prepareToDecideAgain, unlessRefused } from "@/lib/lending/funding/decide-again";
import type { LoanCall } from "@/lib/loans/loans/act-on-loan";
import { type LoanRecord, lockLoan } from "@/lib/loans/loans/load-loans";
import { saveLoan } from "@/lib/loans/loans/save-loan";
import { refuseMarketplace, requireState } from "@/lib/loans/loans/transitions";
import { railFor } from "@/lib/parties/lenders/rails/open-rail";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import type { LoanState } from "@/lib/terms/loans/states";
import { requireHeldAsShown, type ShownPayout } from "./held-payout";
import { noRail } from "./order-payout";
import { findPayoutAccount, hasHolder } from "./payout-account";
import { isReadyForPayout } from "./ready-for-payout";
import { paidLate } from "./unclear-payout";

const unnamed = "Nobody has said yet whose account it is: enter the name that online banking shows for it.";

const releasedAlready: readonly LoanState[] = ["DISBURSING", "ACTIVE"];

/**
 * If it would still be lent today: otherwise the loan is cancelled. One under way or arrived is left unchanged.
 * @param call.shown what whoever decides has read; another is refused
 */
export async function releasePayout(call: LoanCall & { shown?: ShownPayout }): Promise<void> {
  const { actor, loanId, shown, now } = call;
  const { tenant } = actor;
  const reach = reachOf(actor);
  refuseMarketplace(actor);
  await prepareToDecideAgain(reach, loanId, now);
  const refusal = await transaction(async () => {
    const loan = await lockLoan(reach, loanId);
    await requireHeldAsShown(reach, loanId, shown);
    if (releasedAlready.includes(loan.status)) return null;
    requireState(loan, "release the payout");
    if (!(await isReadyForPayout(loan))) {
      const instead = "Refuse the payout: the merchant then names an account and gives another mandate.";
      throw new CodedError("LOAN_STATE_CONFLICT", `The holder has ended the mandate at the bank. ${instead}`);
    }
    if (await isUnnamed(reach, loan)) throw new CodedError("LOAN_STATE_CONFLICT", unnamed);
    const late = await paidLate({ ...tenant, loanId });
    if (late) throw new CodedError("LOAN_STATE_CONFLICT", late);
    const refused = await decideAgain({ actor, loan, now });
    if (refused) return refused;
    const railId = await railFor(loan);
    if (!railId && tenant.environment === "live") throw new CodedError("LOAN_STATE_CONFLICT", noRail);
    const [released] = await db()
      .update(payouts)
      .set({ status: "PENDING", railId, waitsFor: null, waitsBecause: null, dueAt: now })
      .where(inTenant(payouts, tenant, eq(payouts.loanId, loanId), eq(payouts.status, "HELD")))
      .returning({ id: payouts.id });
    if (!released) throw new Error(`The loan ${loanId} is held without a payout.`);
    wakeWorkers(payouts, released.id, tenant);
    await saveLoan(loan, { status: "DISBURSING", payoutHeldUntil: null }, now);
    await recordAudit({ actor, action: "loan.payout-release", subjectId: loanId, now });
    return null;
  });
  unlessRefused(refusal);
}

async function isUnnamed(reach: Reach, { payoutAccountId }: LoanRecord): Promise<boolean> {
  const account = await findPayoutAccount(reach, payoutAccountId ?? "");
  return !account || !hasHolder(account);
}
