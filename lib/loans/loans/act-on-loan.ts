import { transaction } from "@/db/client";
import type { Call } from "@/lib/kernel/call";
import { reachOf } from "@/lib/kernel/reach";
import { type LoanRecord, lockLoan } from "./load-loans";
import { type LoanAction, refuseMarketplace, requireState, resultingStates, type StateFor } from "./transitions";

export type LoanCall = Call<{ loanId: string }>;

/** In one transaction with the row locked. A loan already in the resulting state is left unchanged. */
export async function actOnLoan<const Action extends LoanAction>(
  { actor, loanId }: LoanCall,
  action: Action,
  work: (loan: LoanRecord & { status: StateFor<Action> }) => Promise<void>,
): Promise<void> {
  refuseMarketplace(actor);
  await transaction(async () => {
    const loan = await lockLoan(reachOf(actor), loanId);
    if (loan.status === resultingStates[action]) return;
    requireState(loan, action);
    await work(loan);
  });
}
