import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { payouts } from "@/db/schema/loans";
import type { Tenant } from "@/lib/kernel/actor";
import { day, later, minute } from "@/lib/kernel/calendar";
import { CodedError } from "@/lib/kernel/errors";
import { type BusinessTime, businessTimeOf } from "@/lib/kernel/time";
import { refundOverpayment } from "@/lib/lending/transfers/payouts/refund-overpayment";
import { sendPayout } from "@/lib/lending/transfers/payouts/send-payout";
import { type Balances, balancesOf } from "@/lib/loans/ledger/balances";
import { checkAt, readLedger } from "@/lib/loans/ledger/check";
import { differencesIn } from "@/lib/loans/ledger/find-differences";
import { decisionsOf, figuresOf } from "@/lib/loans/ledger/recompute";
import { bookOf } from "@/lib/loans/loans/load-loans";
import { useDatabase } from "@/test/database";
import { reloadLoan } from "@/test/factories/disbursed-loan";
import { sandboxActor } from "@/test/factories/kyc";
import { createTestLender, giveRail } from "@/test/factories/lender";
import { createMarketplace } from "@/test/factories/marketplace";
import { anyReference, deductedEvent, report, reversedEvent } from "@/test/factories/repayment";
import { costlyCases, costlyTimeout, fc } from "@/test/proof";
import { overRail, paidOutOver, payoutsOf, stays, takeBack } from "@/test/reversed";
import { now } from "@/test/time";
import { endNeverPaidOut } from "./end-never-paid-out";
import { payAgain } from "./pay-again";

useDatabase();

let tenant: Tenant;
let railId: string;
beforeAll(async () => {
  tenant = (await createMarketplace()).test;
  railId = await giveRail(await createTestLender({ environment: "live" }));
});

type Step =
  | { kind: "deduct" | "reverse"; amount: number; of: number }
  | { kind: "comes back" | "refund comes back" | "again" | "end" | "refund" };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom("deduct" as const, "deduct" as const, "reverse" as const),
    amount: fc.integer({ min: 100_000, max: 9_000_000 }),
    of: fc.nat(3),
  }),
  fc.record({ kind: fc.constantFrom("comes back" as const, "again" as const, "end" as const, "refund" as const) }),
  fc.record({ kind: fc.constantFrom("comes back" as const, "refund" as const, "refund comes back" as const) }),
);

/** What is refused in the loan's state changes nothing; anything else is a failure. */
async function ifAllowed(work: Promise<unknown>): Promise<void> {
  await work.catch((error) => {
    if (!(error instanceof CodedError) || error.code !== "LOAN_STATE_CONFLICT") throw error;
  });
}

async function sendAll(loanId: string, at: BusinessTime): Promise<void> {
  for (const { id, status } of await payoutsOf(loanId)) {
    if (status !== "PENDING") continue;
    await overRail(railId, id);
    await sendPayout(id, at, stays);
  }
}

async function play(steps: readonly Step[]): Promise<string> {
  const actor = sandboxActor(tenant);
  const start = later(now(), -5 * day);
  const { loanId } = await paidOutOver(railId, tenant, start);
  const told: string[] = [];
  for (const [i, one] of steps.entries()) {
    const at = later(start, (i + 1) * 10 * minute);
    const call = { actor, loanId, now: at };
    const loan = await reloadLoan(tenant, loanId);
    const fact = { at: later(at, -minute), amount: "amount" in one ? one.amount : 0 };
    if (one.kind === "deduct") {
      const reference = anyReference("ded");
      told.push(reference);
      await report(actor, deductedEvent(loan, { ...fact, reference }), at);
    } else if (one.kind === "reverse") {
      const originalReference = told[one.of];
      if (originalReference)
        await report(actor, reversedEvent(loan, { ...fact, reference: anyReference("rev"), originalReference }), at);
    } else if (one.kind === "comes back" || one.kind === "refund comes back") {
      const purpose = one.kind === "comes back" ? "DISBURSEMENT" : "REFUND";
      const arrived = (await payoutsOf(loanId)).findLast(
        (payout) => payout.purpose === purpose && payout.status === "CONFIRMED" && !payout.reversedAt,
      );
      if (arrived) await takeBack(arrived.id, at);
    } else if (one.kind === "again") {
      await ifAllowed(payAgain({ ...call, input: { reason: "Again." } }));
      await sendAll(loanId, at);
    } else if (one.kind === "end") await ifAllowed(endNeverPaidOut({ ...call, input: { reason: "Over." } }));
    else {
      await refundOverpayment(call);
      await sendAll(loanId, at);
    }
    expect(differencesIn(await readLedger(loanId))).toBeNull();
  }
  return loanId;
}

/** Round-trips through JSON, which has only one zero. */
const plain = (balances: Balances) => JSON.parse(JSON.stringify(balances));

test(
  "a loan whose money comes back has at every instant the books that the facts known by then come to",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
        const loanId = await play(steps);
        const ledger = await readLedger(loanId);
        const instants = ledger.journals.flatMap(({ recordedAt }) => [recordedAt.getTime() - 1, recordedAt.getTime()]);
        for (const at of instants) {
          const { entries, facts, verified } = checkAt(ledger, businessTimeOf(at));
          expect(plain(entries)).toEqual(plain(facts));
          expect(verified).toBe(true);
          expect(Object.values(entries).reduce((sum, value) => sum + value, 0)).toBe(0);
        }
        const all = figuresOf(ledger.agreed, ledger.facts, decisionsOf(ledger.agreed, ledger.facts));
        const today = plain(checkAt(ledger, now()).entries);
        expect(plain(balancesOf(all))).toEqual(today);
        expect(plain(balancesOf(bookOf(await reloadLoan(tenant, loanId))))).toEqual(today);

        // Cash is what went out and came in, whatever became of the loan.
        const moved = await db().select().from(payouts).where(eq(payouts.loanId, loanId));
        const out = moved.filter(({ status, reversedAt }) => status === "CONFIRMED" && !reversedAt);
        const net = ledger.facts.reduce((sum, fact) => (fact.kind === "DEDUCTION" ? sum + fact.amount : sum), 0);
        const reversed = ledger.reports
          .filter(
            ({ type, effect }) => type === "repayment.reversed" && (effect === "APPLIED" || effect === "LIABILITY"),
          )
          .reduce((sum, { amount }) => sum + amount, 0);
        expect(today.CASH).toBe(net - reversed - out.reduce((sum, { amount }) => sum + amount, 0));
      }),
      { numRuns: costlyCases },
    );
  },
  costlyTimeout,
);
