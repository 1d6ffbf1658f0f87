import { transaction } from "@/db/client";
import { createAgreement } from "@/lib/agreements/create-agreement";
import { recordAudit } from "@/lib/audit/record-audit";
import { CodedError } from "@/lib/errors";
import type { LoanCall } from "@/lib/loans/act-on-loan";
import { lockLoan } from "@/lib/loans/load-loans";
import { requireConnected } from "@/lib/loans/require-connected";
import { saveLoan } from "@/lib/loans/save-loan";
import type { LoanState } from "@/lib/loans/states";
import { refuseMarketplace, requireState } from "@/lib/loans/transitions";
import { reachOf } from "@/lib/reach";

const acceptedAlready: readonly LoanState[] = ["ACCEPTED", "PAYOUT_HELD", "DISBURSING", "ACTIVE"];

/**
 * Accepts an offer for the merchant, and keeps the agreement that this makes. An offer that was accepted before, or is being paid out, is left unchanged.
 * @returns the loan's resulting state.
 * @throws CodedError NOT_FOUND, OFFER_EXPIRED, LOAN_STATE_CONFLICT, CONNECTION_CLOSED; TEST_KEY_REQUIRED when a
 *   marketplace tries to accept for a live merchant
 */
export async function acceptOffer({ actor, loanId, now }: LoanCall): Promise<LoanState> {
  refuseMarketplace(actor);
  return transaction(async () => {
    const loan = await lockLoan(reachOf(actor), loanId);
    if (acceptedAlready.includes(loan.status)) return loan.status;
    requireState(loan, "accept");
    await requireConnected(actor, loan);
    if (now >= loan.offerExpiresAt) {
      const until = loan.offerExpiresAt.toISOString();
      throw new CodedError("OFFER_EXPIRED", `The offer was open until ${until}. Ask for funding again.`);
    }
    const accepted = await saveLoan(loan, { status: "ACCEPTED", acceptedAt: now }, now);
    await createAgreement({ actor, loan: accepted, now });
    await recordAudit({ actor, action: "loan.accept", subjectId: loan.id, now });
    return "ACCEPTED";
  });
}
