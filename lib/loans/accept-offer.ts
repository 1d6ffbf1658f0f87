import { transaction } from "@/db/client";
import { recordAudit } from "@/lib/audit/record-audit";
import { CodedError } from "@/lib/errors";
import { reachOf } from "@/lib/reach";
import type { LoanCall } from "./act-on-loan";
import { lockLoan } from "./load-loans";
import { requireConnected } from "./require-connected";
import { saveLoan } from "./save-loan";
import type { LoanState } from "./states";
import { refuseMarketplace, requireState } from "./transitions";

const acceptedAlready: readonly LoanState[] = ["ACCEPTED", "DISBURSING", "ACTIVE"];

/**
 * Accepts an offer for the merchant. An offer that was accepted before, or is being paid out, is left unchanged.
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
    await saveLoan(loan, { status: "ACCEPTED", acceptedAt: now }, now);
    await recordAudit({ actor, action: "loan.accept", subjectId: loan.id, now });
    return "ACCEPTED";
  });
}
