import { transaction } from "@/db/client";
import type { Operator } from "@/lib/kernel/actor";
import { reachOf } from "@/lib/kernel/reach";
import type { RealTime } from "@/lib/kernel/time";
import { lockLoan } from "@/lib/loans/loans/load-loans";
import { readLoanStatus } from "@/lib/loans/loans/queries";
import type { LoanStatusAnswer } from "@/lib/terms/loans/schema";
import { loanOf, operatorOn } from "./loan-kinds";
import { type LoanOperationName, loanOperations } from "./loan-operations";
import { propose } from "./propose";
import { requireAsSeen } from "./require-as-seen";
import type { ProposalAnswer } from "./schema";

/** The loan as it is afterwards, or what waits for another operator. */
export type Operated = { loan: LoanStatusAnswer; proposal: null } | { loan: null; proposal: ProposalAnswer };

/** Or proposes it, where that takes two operators. */
export async function operateLoan(call: {
  name: LoanOperationName;
  operator: Operator;
  loanId: string;
  input: { reason: string };
  realNow: RealTime;
  /** What was shown of the loan (`seenOf`), where it was: once it has changed, nothing is done. */
  seen?: string;
}): Promise<Operated> {
  const { name, operator, input, realNow, seen } = call;
  const { act, second } = loanOperations[name];
  const on = await operatorOn(operator, call.loanId, realNow);
  const asSeen = async () => {
    if (seen !== undefined) await requireAsSeen(await lockLoan(reachOf(on.actor), on.loanId), seen, second?.kind);
  };
  if (second && (!act || second.for(await loanOf(on), input))) {
    const { reason, ...asked } = input;
    const of = { kind: second.kind, operator, subjectId: call.loanId, realNow };
    return { loan: null, proposal: await propose({ ...of, input: asked, reason, asSeen }) };
  }
  if (!act) throw new Error(`Nobody does ${name}.`);
  await transaction(async () => {
    await asSeen();
    await act.now({ ...on, input });
  });
  return { loan: await readLoanStatus(reachOf(on.actor), call.loanId, on.now), proposal: null };
}
