import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { payments } from "@/db/schema/payments";
import { hour, later, minute } from "@/lib/kernel/calendar";
import * as settings from "@/lib/kernel/env";
import type { BusinessTime } from "@/lib/kernel/time";
import { orderPayout } from "@/lib/lending/transfers/payouts/order-payout";
import { sendPayout } from "@/lib/lending/transfers/payouts/send-payout";
import { readLedger } from "@/lib/loans/ledger/check";
import { differencesIn } from "@/lib/loans/ledger/find-differences";
import { mandatesOver } from "@/lib/parties/lenders/rails/open-rail";
import { useDatabase } from "@/test/database";
import { type DebitFate, debitFates } from "@/test/paystack/charges";
import { acceptedLiveLoan, agreeToMandate, liveKey } from "@/test/paystack/live-loan";
import { startPaystack } from "@/test/paystack/server";
import { usePlainAgreements } from "@/test/plain-agreements";
import { costlyCases, costlyTimeout, fc } from "@/test/proof";
import { now } from "@/test/time";
import { collectPayment } from "./collect-payment";
import { orderPayment } from "./order-payment";

useDatabase();
usePlainAgreements();
afterEach(() => void vi.restoreAllMocks());

let integration = 600_000;

const deaths = ["lives", "before the call", "after the answer"] as const;
type Death = (typeof deaths)[number];

const fates = Object.keys(debitFates).filter((name): name is DebitFate => !/mandate|for good/.test(name));
const weather = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  chance: fc.constantFrom(0.1, 0.4, 0.8),
  fates: fc.array(fc.constantFrom(...fates), { minLength: 1, maxLength: 4 }),
  debits: fc.array(fc.array(fc.constantFrom(...deaths), { minLength: 1, maxLength: 6 }), {
    minLength: 1,
    maxLength: 3,
  }),
});

const wire = [
  ...["cut before", "acted, then cut", "500", "acted, then 500", "429", "404", "refused with 200", "html"],
  ...["acted, then html", "acted, then truncated", "empty", "wrong amount", "wrong domain", "wrong currency"],
  ...["wrong reference", "revoked key"],
] as Parameters<Awaited<ReturnType<typeof startPaystack>>["control"]["faults"]["random"]>[0]["wire"];

/** An answer that nobody lives to read. */
const dead = Object.defineProperty({ status: "PENDING" } as const, "status", {
  get: () => {
    throw new Error("killed");
  },
});

/** A bank that is asked by a process which dies. */
async function dying(payment: typeof payments.$inferSelect, death: Death) {
  const bank = await mandatesOver(payment);
  const debit: typeof bank.debit = (order) => {
    if (death === "before the call") throw new Error("killed");
    const answer = bank.debit(order);
    if (death === "lives") return answer;
    return answer.then(() => dead);
  };
  // A provider's methods are behind a guard, so that each is named.
  const isReversed: typeof bank.isReversed = async (order) => (await bank.isReversed?.(order)) ?? null;
  const available: typeof bank.available = (mandate) => bank.available(mandate);
  return { ...bank, debit, isReversed, available };
}

test(
  "whatever Paystack answers and whenever the process dies: what it debited and has not given back is what the loan received",
  async () => {
    await fc.assert(
      fc.asyncProperty(weather, async (given) => {
        const owner = `${++integration} live`;
        const balances = { [owner]: 20_000_000 };
        const paystack = await startPaystack({ keys: { [liveKey]: integration }, balances, now: now().toISOString() });
        const { control } = paystack;
        vi.spyOn(settings, "paystackAddress").mockReturnValue({ baseUrl: paystack.url });
        try {
          const loan = await acceptedLiveLoan(paystack, integration);
          const { loanId } = loan;
          await agreeToMandate(paystack, loan);
          await sendPayout(await orderPayout(loan), loan.now);
          control.faults.random({
            ...{ seed: given.seed, chance: given.chance, wire },
            fates: given.fates.map((name) => debitFates[name]),
          });
          let at: BusinessTime = loan.now;
          const ordered = () => db().select().from(payments).where(eq(payments.loanId, loanId)).orderBy(payments.id);
          const pass = async (death: Death, by: number) => {
            at = later(at, by);
            control.clock.advance(by);
            for (const payment of await ordered()) {
              if (payment.dueAt === null) continue;
              await collectPayment(payment.id, at, await dying(payment, death)).catch((error: Error) => {
                if (error.message !== "killed") throw error;
              });
            }
            expect(control.books.debitedTwice()).toEqual([]);
          };
          for (const plan of given.debits) {
            const isFree = (await ordered()).every(({ status }) => status !== "PENDING");
            if (isFree) await orderPayment({ ...loan, now: at, input: { amount: 5_000 } });
            for (const death of plan) await pass(death, 20 * minute);
          }
          control.faults.calm();
          for (let i = 0; i < 30; i++) await pass("lives", 16 * hour);
          const all = await ordered();
          const standing = all.filter(({ status }) => status === "CONFIRMED");
          expect(all.filter(({ dueAt, status }) => dueAt !== null || status === "PENDING")).toEqual([]);
          expect(control.books.totalDebited(owner)).toBe(500_000 * standing.length);
          const [row] = await db().select().from(loans).where(eq(loans.id, loanId));
          expect(row?.received).toBe(500_000 * standing.length);
          expect(differencesIn(await readLedger(loanId))).toBeNull();
        } finally {
          await paystack.stop();
          vi.restoreAllMocks();
        }
      }),
      { numRuns: costlyCases },
    );
  },
  costlyTimeout,
);
