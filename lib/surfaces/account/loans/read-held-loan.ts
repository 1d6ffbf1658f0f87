import { reachOf } from "@/lib/kernel/reach";
import { readKeyFacts } from "@/lib/loans/agreements/queries";
import { readStatement } from "@/lib/loans/statements/read-statement";
import { readJourneyLoan } from "@/lib/surfaces/journey/read-journey-loan";
import { type Holding, holderOfLoan } from "./holding";
import { whoseLoan } from "./list-held-loans";
import type { HeldKeyFacts, HeldLoanAnswer, HeldStatement } from "./schema";

export async function readHeldLoan(holding: Holding, loanId: string): Promise<HeldLoanAnswer> {
  const held = await holderOfLoan(holding, loanId);
  const { actor, now } = held;
  return { ...whoseLoan(held), loan: await readJourneyLoan({ actor, loanId, now }) };
}

/** As they were agreed, or of what is on offer. */
export async function readHeldKeyFacts(holding: Holding, loanId: string): Promise<HeldKeyFacts> {
  const held = await holderOfLoan(holding, loanId);
  const { actor, now } = held;
  return { ...(await readKeyFacts({ actor, loanId, now })), ...whoseLoan(held) };
}

/** Its statement. @param most entries at most; all by default. */
export async function readHeldStatement(
  holding: Holding,
  loanId: string,
  most = Number.POSITIVE_INFINITY,
): Promise<HeldStatement> {
  const held = await holderOfLoan(holding, loanId);
  const { actor, now } = held;
  return { ...whoseLoan(held), ...(await readStatement({ reach: reachOf(actor), loanId, now, most })) };
}
