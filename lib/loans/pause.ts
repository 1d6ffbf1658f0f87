import { transaction } from "@/db/client";
import type { Actor } from "@/lib/actor";
import { refuseMarketplace, requireState } from "./actions";
import { lockLoan } from "./load";
import { changeableTerms, recordChange } from "./record-change";
import { saveLoan } from "./save";

/**
 * Has collection rest: nothing is to be deducted, and the days do not count as overdue. One that rests already stays as it
 * is.
 * @throws CodedError NOT_FOUND, LOAN_STATE_CONFLICT, TEST_KEY_REQUIRED
 */
export async function pauseLoan(call: {
  actor: Actor;
  loanId: string;
  input: { reason: string };
  now: Date;
}): Promise<void> {
  const { actor, loanId, input, now } = call;
  refuseMarketplace(actor);
  await transaction(async () => {
    const loan = await lockLoan(actor.tenant, loanId);
    requireState(loan, "pause");
    if (loan.pausedAt) return;
    const current = { ...changeableTerms(loan), paused: true };
    await recordChange({ actor, kind: "PAUSE", loan, current, reason: input.reason, now });
    await saveLoan(loan, { pausedAt: now }, now);
  });
}
