import { transaction } from "@/db/client";
import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record-audit";
import { CodedError } from "@/lib/errors";
import { reachOf } from "@/lib/reach";
import type { BusinessTime } from "@/lib/time";
import { lockLoan } from "./load-loans";
import { requireConnected } from "./require-connected";
import { saveLoan } from "./save-loan";
import type { LoanState } from "./states";
import { refuseMarketplace, requireState } from "./transitions";

const acceptedAlready: readonly LoanState[] = ["ACCEPTED", "DISBURSING", "ACTIVE"];

/**
 * Accepts an offer for the merchant. If it was accepted before and the payout is under way or the loan is running,
 * nothing changes.
 * @returns the loan's resulting state.
 * @throws CodedError NOT_FOUND, OFFER_EXPIRED, LOAN_STATE_CONFLICT, CONNECTION_CLOSED; TEST_KEY_REQUIRED when a
 *   marketplace tries to accept for a live merchant
 */
export async function acceptOffer(call: { actor: Actor; loanId: string; now: BusinessTime }): Promise<LoanState> {
  const { actor, loanId, now } = call;
  refuseMarketplace(actor);
  return transaction(async () => {
    const loan = await lockLoan(reachOf(actor), loanId);
    if (acceptedAlready.includes(loan.status)) return loan.status;
    requireState(loan, "accept");
    await requireConnected(actor, loan);
    if (now >= loan.offerExpiresAt) throw offerExpired(loan.offerExpiresAt);
    await saveLoan(loan, { status: "ACCEPTED", acceptedAt: now }, now);
    await recordAudit({ actor, action: "loan.accept", subjectId: loan.id, now });
    return "ACCEPTED";
  });
}

/** The error for an offer that was not accepted in time. */
function offerExpired(at: Date): CodedError {
  return new CodedError("OFFER_EXPIRED", `The offer was open until ${at.toISOString()}. Ask for funding again.`);
}
