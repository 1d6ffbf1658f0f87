import { eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { runBeforeCommit } from "@/db/client";
import type { DueTable } from "@/db/columns";
import { rowsOf, timestamp } from "@/db/rows";
import { loanWatches } from "@/db/schema/loan-watches";
import { loans, mandates, payouts } from "@/db/schema/loans";
import { payments } from "@/db/schema/payments";
import { settlements } from "@/db/schema/settlements";
import { type BusinessTime, businessTimeOf } from "@/lib/kernel/time";
import { watchCollection } from "@/lib/lending/collection/watch-collection";
import { matchSettlement } from "@/lib/lending/reconciliation/settlements/match-settlement";
import { checkMandate } from "@/lib/lending/servicing/check-mandate";
import { serviceLoan } from "@/lib/lending/servicing/service-loan";
import { collectPayment } from "@/lib/lending/transfers/payments/collect-payment";
import { sendPayout } from "@/lib/lending/transfers/payouts/send-payout";
import { sandboxBank } from "@/lib/platform/providers/bank";
import { sandboxMandates } from "@/lib/platform/providers/mandate";

type Passing = { loanId: string; merchantId: string; reached: BusinessTime };

type Work = { table: DueTable; of: (loan: Passing) => SQL; run: (id: string, now: BusinessTime) => Promise<unknown> };

/** The work that becomes due for a loan, done as by the background tasks over the same tables: at one moment, in this order. */
const work: readonly Work[] = [
  {
    table: mandates,
    of: ({ loanId }) => eq(mandates.loanId, loanId),
    run: (id, now) => checkMandate(id, now, sandboxMandates),
  },
  {
    table: payments,
    of: ({ loanId }) => eq(payments.loanId, loanId),
    run: (id, now) => collectPayment(id, now, sandboxMandates),
  },
  { table: settlements, of: ({ merchantId }) => eq(settlements.merchantId, merchantId), run: matchSettlement },
  {
    table: payouts,
    of: ({ loanId }) => eq(payouts.loanId, loanId),
    run: (id, now) => sendPayout(id, now, sandboxBank),
  },
  { table: loans, of: ({ loanId }) => eq(loans.id, loanId), run: serviceLoan },
  { table: loanWatches, of: ({ loanId }) => eq(loanWatches.id, loanId), run: watchCollection },
];

const workRow = z.strictObject({ kind: z.int(), id: z.string(), due_at: timestamp });

/** More steps than any story needs: beyond this, something stays due whatever is done. */
const most = 2_000;

/** Lets time pass for one loan that others cannot see yet: what becomes due is done at its own moment, in order. */
export async function passTime(loan: Passing, until: BusinessTime): Promise<void> {
  if (until < loan.reached) throw new Error(`A story does not go back from ${loan.reached} to ${until}.`);
  loan.reached = until;
  const rows = work.map(
    ({ table, of }, kind) => sql`
      select ${kind}::int as kind, ${table.id} as id, ${table.dueAt} as due_at from ${table}
      where ${of(loan)}`,
  );
  for (let done = 0; done < most; done++) {
    // A story is one transaction: what its last step left for the end is to be seen by the next.
    await runBeforeCommit();
    const [next] = await rowsOf(workRow)`
      select kind, id, due_at from (${sql.join(rows, sql` union all `)}) waiting
      where due_at <= ${until.toISOString()} order by due_at, kind limit 1`;
    if (!next) return;
    await work[next.kind]?.run(next.id, businessTimeOf(next.due_at));
  }
  throw new Error(`Something of the loan ${loan.loanId} is due again and again.`);
}
