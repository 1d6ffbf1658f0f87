import { transaction } from "@/db/client";
import type { Actor } from "@/lib/actor";
import { refuseMarketplace, requireState } from "./actions";
import { lockLoan } from "./load";
import { changeableTerms, recordChange } from "./record-change";
import { saveLoan } from "./save";

/**
 * Has collection go on after a pause, and the debt age again from where it stood. One that does not rest stays as it is.
 * @throws CodedError NOT_FOUND, LOAN_STATE_CONFLICT, TEST_KEY_REQUIRED
 */
export async function resumeLoan(call: {
  actor: Actor;
  loanId: string;
  input: { reason: string };
  now: Date;
}): Promise<void> {
  const { actor, loanId, input, now } = call;
  refuseMarketplace(actor);
  await transaction(async () => {
    const loan = await lockLoan(actor.tenant, loanId);
    requireState(loan, "resume");
    if (!loan.pausedAt) return;
    const current = { ...changeableTerms(loan), paused: false };
    await recordChange({ actor, kind: "RESUME", loan, current, reason: input.reason, now });
    await saveLoan(loan, { pausedAt: null }, now);
  });
}
