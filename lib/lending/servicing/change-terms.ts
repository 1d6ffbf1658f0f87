import { isDeepStrictEqual } from "node:util";
import { db } from "@/db/client";
import { termProposals } from "@/db/schema/loan-changes";
import { ownedBy } from "@/db/tenancy";
import { actorName } from "@/lib/kernel/actor";
import type { Call } from "@/lib/kernel/call";
import { refuseInvalid } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { reachOf } from "@/lib/kernel/reach";
import { actOnLoan, type LoanCall } from "@/lib/loans/loans/act-on-loan";
import { changeableTerms } from "@/lib/loans/loans/changes/record-loan-change";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";
import { closeProposal, openProposalOf } from "@/lib/loans/loans/term-proposals";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import type { LoanTerms } from "@/lib/terms/loans/schema";
import { applyTerms } from "./apply-terms";
import { changedTerms, costsMore, errorsIn } from "./new-terms";
import type { ChangeTerms } from "./schema";

/** Terms that may take more of a sale become a proposal; others hold at once. Either way an earlier one is replaced. */
export async function changeTerms(call: LoanCall & { input: ChangeTerms & { reason: string } }): Promise<void> {
  const { actor, now } = call;
  const { reason, ...input } = call.input;
  if (Object.values(input).every((term) => term === undefined)) return actOnLoan(call, "change terms", async () => {});
  await actOnLoan(call, "change terms", async (loan) => {
    await findMerchant(reachOf(actor), loan.merchantId, { lock: true });
    const previous = changeableTerms(loan);
    const current = changedTerms(previous, input);
    refuseInvalid(await errorsIn(current, loan, now));
    if (costsMore(previous, current)) return propose({ actor, loan, current, reason, now });
    await closeProposal(loan, "REPLACED", now);
    if (!isDeepStrictEqual(previous, current)) await applyTerms({ actor, loan, current, reason, now });
  });
}

async function propose(call: Call<{ loan: LoanRecord; current: LoanTerms; reason: string }>): Promise<void> {
  const { actor, loan, current, reason, now } = call;
  const open = await openProposalOf(loan);
  if (open && isDeepStrictEqual({ ...open.proposed, paused: current.paused }, current)) return;
  await closeProposal(loan, "REPLACED", now);
  await db()
    .insert(termProposals)
    .values({
      id: newId("termProposal"),
      ...ownedBy(actor.tenant),
      loanId: loan.id,
      previous: changeableTerms(loan),
      proposed: current,
      reason,
      proposedAt: now,
      proposedBy: actorName(actor),
    });
  await recordAudit({ actor, action: "loan.terms-propose", subjectId: loan.id, now });
}
