import { transaction } from "@/db/client";
import { CodedError } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import { createAgreement, draftAgreement } from "@/lib/loans/agreements/create-agreement";
import type { LoanCall } from "@/lib/loans/loans/act-on-loan";
import { lockLoan } from "@/lib/loans/loans/load-loans";
import { loansById } from "@/lib/loans/loans/queries";
import { saveLoan } from "@/lib/loans/loans/save-loan";
import { refuseMarketplace, requireState } from "@/lib/loans/loans/transitions";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import type { LoanState } from "@/lib/terms/loans/states";
import { decideAgain, prepareToDecideAgain, unlessRefused } from "./decide-again";

const acceptedAlready: readonly LoanState[] = ["ACCEPTED", "PAYOUT_HELD", "DISBURSING", "ACTIVE"];

/**
 * If it would still be made today; otherwise it is cancelled, which a refusal inside a transaction undoes. One accepted
 * before, or being paid out, is left unchanged.
 */
export async function acceptOffer(call: LoanCall): Promise<LoanState> {
  const { actor, loanId, now } = call;
  const reach = reachOf(actor);
  refuseMarketplace(actor);
  await prepareToDecideAgain(reach, loanId, now);
  const [offer] = await loansById(reach, [loanId]);
  const draft = offer && (await draftAgreement({ actor, loan: offer, now }));
  const result = await transaction(async () => {
    const loan = await lockLoan(reach, loanId);
    if (acceptedAlready.includes(loan.status)) return loan.status;
    requireState(loan, "accept");
    if (now >= loan.offerExpiresAt) {
      const until = loan.offerExpiresAt.toISOString();
      throw new CodedError("OFFER_EXPIRED", `The offer was open until ${until}. Ask for funding again.`);
    }
    const refusal = await decideAgain({ actor, loan, now });
    if (refusal) return refusal;
    const accepted = await saveLoan(loan, { status: "ACCEPTED", acceptedAt: now }, now);
    await createAgreement({ actor, loan: accepted, draft, now });
    await recordAudit({ actor, action: "loan.accept", subjectId: loan.id, now });
    return "ACCEPTED";
  });
  return unlessRefused(result);
}
