import { z } from "zod";
import { endStep } from "@/db/client";
import { rowsOf, timestamp } from "@/db/rows";
import { type BusinessTime, businessTimeOf } from "@/lib/kernel/time";
import { watchCollection } from "@/lib/lending/collection/watch-collection";
import { matchSettlement } from "@/lib/lending/reconciliation/settlements/match-settlement";
import { checkMandate } from "@/lib/lending/servicing/check-mandate";
import { serviceLoan } from "@/lib/lending/servicing/service-loan";
import { collectPayment } from "@/lib/lending/transfers/payments/collect-payment";
import { sendPayout } from "@/lib/lending/transfers/payouts/send-payout";
import { sandboxBank } from "@/lib/platform/providers/bank";
import { sandboxMandates } from "@/lib/platform/providers/mandate";

/** The kinds of work that become due for a loan, done as by the background tasks of the same names. */
const work = {
  "send-payout": (id: string, now: BusinessTime) => sendPayout(id, now, sandboxBank),
  "service-loan": serviceLoan,
  "check-mandate": (id: string, now: BusinessTime) => checkMandate(id, now, sandboxMandates),
  "collect-payment": (id: string, now: BusinessTime) => collectPayment(id, now, sandboxMandates),
  "match-settlement": matchSettlement,
  "watch-collection": watchCollection,
} as const;

const workRow = z.strictObject({
  task: z.enum([
    "send-payout",
    "service-loan",
    "check-mandate",
    "collect-payment",
    "match-settlement",
    "watch-collection",
  ]),
  id: z.string(),
  due_at: timestamp,
});

/** More steps than any story needs: beyond this, something stays due whatever is done. */
const most = 2_000;

/** The loan whose time passes, and how far it has come. */
type Passing = { loanId: string; merchantId: string; reached: BusinessTime };

/** Lets time pass for one loan that others cannot see yet: what becomes due is done at its own moment, in order. */
export async function passTime(loan: Passing, until: BusinessTime): Promise<void> {
  if (until < loan.reached) throw new Error(`A story does not go back from ${loan.reached} to ${until}.`);
  loan.reached = until;
  for (let done = 0; done < most; done++) {
    // A story is one transaction: what its last step left for the end is to be seen by the next.
    await endStep();
    const [next] = await rowsOf(workRow)`
      select task, id, due_at from (
        select 'send-payout' as task, id, due_at from payouts where loan_id = ${loan.loanId}
        union all select 'service-loan', id, due_at from loans where id = ${loan.loanId}
        union all select 'check-mandate', id, due_at from mandates where loan_id = ${loan.loanId}
        union all select 'collect-payment', id, due_at from payments where loan_id = ${loan.loanId}
        union all select 'match-settlement', id, due_at from settlements where merchant_id = ${loan.merchantId}
        union all select 'watch-collection', id, due_at from loan_watches where id = ${loan.loanId}
      ) waiting where due_at <= ${until.toISOString()} order by due_at, task limit 1`;
    if (!next) return;
    await work[next.task](next.id, businessTimeOf(next.due_at));
  }
  throw new Error(`Something of the loan ${loan.loanId} is due again and again.`);
}
