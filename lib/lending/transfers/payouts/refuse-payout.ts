import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { payouts } from "@/db/schema/loans";
import { inTenant } from "@/db/tenancy";
import { reachOf } from "@/lib/kernel/reach";
import type { LoanCall } from "@/lib/loans/loans/act-on-loan";
import { lockLoan } from "@/lib/loans/loans/load-loans";
import { refuseMarketplace, requireState } from "@/lib/loans/loans/transitions";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { askForAnotherAccount } from "./ask-for-another-account";
import { requireHeldAsShown, type ShownPayout } from "./held-payout";

type Refusing = LoanCall & { input: { reason: string }; shown?: ShownPayout };

/** Its merchant is told why and asked for another account. `shown`: what whoever decides has read. */
export async function refusePayout(call: Refusing): Promise<void> {
  const { actor, loanId, input, shown, now } = call;
  const { reason } = input;
  refuseMarketplace(actor);
  await transaction(async () => {
    const loan = await lockLoan(reachOf(actor), loanId);
    await requireHeldAsShown(reachOf(actor), loanId, shown);
    requireState(loan, "refuse the payout");
    await db()
      .update(payouts)
      .set({ status: "REFUSED", failureReason: reason, finishedAt: now })
      .where(inTenant(payouts, actor.tenant, eq(payouts.loanId, loanId), eq(payouts.status, "HELD")));
    await askForAnotherAccount({ actor, loan, now });
    await recordAudit({ actor, action: "loan.payout-refuse", detail: { reason }, subjectId: loanId, now });
  });
}
