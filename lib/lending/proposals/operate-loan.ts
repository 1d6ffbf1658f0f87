import type { Operator } from "@/lib/kernel/actor";
import { reachOf } from "@/lib/kernel/reach";
import type { RealTime } from "@/lib/kernel/time";
import { readLoanStatus } from "@/lib/loans/loans/queries";
import type { LoanStatusAnswer } from "@/lib/terms/loans/schema";
import { loanOf, operatorOn } from "./loan-kinds";
import { type LoanOperationName, loanOperations } from "./loan-operations";
import { propose } from "./propose";
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
}): Promise<Operated> {
  const { name, operator, input, realNow } = call;
  const { act, second } = loanOperations[name];
  const on = await operatorOn(operator, call.loanId, realNow);
  if (second && (!act || second.for(await loanOf(on), input))) {
    const { reason, ...asked } = input;
    const of = { kind: second.kind, operator, subjectId: call.loanId, realNow };
    return { loan: null, proposal: await propose({ ...of, input: asked, reason }) };
  }
  if (!act) throw new Error(`Nobody does ${name}.`);
  await act.now({ ...on, input });
  return { loan: await readLoanStatus(reachOf(on.actor), call.loanId, on.now), proposal: null };
}
