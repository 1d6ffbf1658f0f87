import { beforeAll, describe, expect, test } from "vitest";
import { transaction } from "@/db/client";
import type { Actor, Tenant } from "@/lib/kernel/actor";
import { addDays, day, hour, later, minute } from "@/lib/kernel/calendar";
import { fromKobo, kobo } from "@/lib/kernel/money";
import { everyMerchantOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { defaultLoan } from "@/lib/lending/servicing/default-loan";
import { planLoan } from "@/lib/lending/servicing/plan-loan";
import { writeOffLoan } from "@/lib/lending/servicing/write-off-loan";
import { confirmRefund } from "@/lib/lending/transfers/payouts/refund-overpayment";
import { bookOf, lockLoan } from "@/lib/loans/loans/load-loans";
import { equalPlan } from "@/lib/terms/loans/plan";
import { useDatabase } from "@/test/database";
import { disbursedLoan, reloadLoan, setLoan, undisbursedLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { anyReference, deductedEvent, report, reversedEvent } from "@/test/factories/repayment";
import { costlyCases, costlyTimeout, fc } from "@/test/proof";
import { instant, now } from "@/test/time";
import { type Balances, balancesOf, outstanding, overpaid } from "./balances";
import { checkAt, checkLoan, readLedger } from "./check";
import { differencesIn } from "./find-differences";
import { inRecordedOrder, type KeptJournal, type KeptReport } from "./loan-transactions";
import { decisionsOf, figuresOf } from "./recompute";

useDatabase();

let tenant: Tenant;
let merchantId: string;
beforeAll(async () => {
  tenant = (await createMarketplace()).test;
  merchantId = (await anyMerchant(tenant)).merchantId;
});

/** A sequence of steps; `of` is the deduction's number, which may not have been reported yet. */
type Step =
  | { kind: "deduct"; number: number; amount: number; hoursAgo: number }
  | { kind: "reverse"; of: number; amount: number; hoursAgo: number }
  | { kind: "plan"; parts: number }
  | { kind: "refund" }
  | { kind: "write off" };

const amount = fc.integer({ min: 1, max: 900 }).map((naira) => naira * 100);
const hoursAgo = fc.nat(200);
const deduct = fc.record({ kind: fc.constant("deduct" as const), amount, hoursAgo });
const other = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("reverse" as const), of: fc.nat(5), amount, hoursAgo }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("plan" as const), parts: fc.integer({ min: 1, max: 5 }) }) },
  { weight: 1, arbitrary: fc.constant({ kind: "refund" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "write off" as const }) },
);
const scenario = fc.array(fc.oneof(deduct, other), { minLength: 4, maxLength: 14 }).map((steps) => {
  let number = 0;
  return steps.map((step): Step => (step.kind === "deduct" ? { ...step, number: number++ } : step));
});

/** Plays the steps a minute apart on a loan of 1,090 naira, and returns its id. */
async function play(steps: readonly Step[]): Promise<string> {
  const actor = sandboxActor(tenant);
  const start = later(now(), -day);
  const loan = await disbursedLoan(tenant, {
    merchantId,
    principal: 100_000,
    interest: 9_000,
    disbursedAt: later(start, -10 * day),
  });
  for (const [i, step] of steps.entries()) {
    const at = later(start, i * minute);
    const call = { actor, loanId: loan.id, now: at };
    if (step.kind === "refund") await refund(loan.id, at);
    else if (step.kind === "plan") await plan(call, step.parts);
    else if (step.kind === "write off") {
      const { status } = await reloadLoan(tenant, loan.id);
      if (status === "ACTIVE") await defaultLoan({ ...call, input: { reason: "DECIDED" } });
      if (status === "ACTIVE" || status === "DEFAULTED") await writeOffLoan({ ...call, input: { reason: "Test" } });
    } else {
      const fact = { amount: step.amount, at: later(at, -step.hoursAgo * 60 * minute) };
      const event =
        step.kind === "deduct"
          ? deductedEvent(loan, { ...fact, reference: `ded-${step.number}` })
          : reversedEvent(loan, { ...fact, reference: anyReference("rev"), originalReference: `ded-${step.of}` });
      await report(actor, event, at);
    }
  }
  return loan.id;
}

/** Of parts that are all due later than anything was. */
async function plan(call: { actor: Actor; loanId: string; now: BusinessTime }, parts: number) {
  const loan = await reloadLoan(tenant, call.loanId);
  const left = outstanding(bookOf(loan)).total;
  if (left === 0 || loan.status === "WRITTEN_OFF") return;
  const cut = { total: left, count: Math.min(parts, left), first: addDays(loan.dueDate, 1), step: "WEEK" } as const;
  const installments = equalPlan(cut).map((one) => ({ ...one, amount: fromKobo(one.amount) }));
  await planLoan({ ...call, input: { installments, reason: "Test" } });
}

async function refund(loanId: string, at: BusinessTime) {
  await transaction(async () => {
    const loan = await lockLoan(everyMerchantOf(tenant), loanId);
    const owed = overpaid(bookOf(loan));
    if (owed > 0) await confirmRefund({ actor: sandboxActor(tenant), loan, amount: owed, now: at });
  });
}

/** Round-trips through JSON, which has only one zero. */
const plain = (balances: Balances) => JSON.parse(JSON.stringify(balances));

describe("a loan's books", () => {
  test(
    "come at every instant to what the facts known by then come to, whatever happened in whatever order",
    async () => {
      await fc.assert(
        fc.asyncProperty(scenario, async (steps) => {
          const loanId = await play(steps);
          const ledger = await readLedger(loanId);
          expect(differencesIn(ledger)).toBeNull();
          const instants = ledger.journals.flatMap(({ recordedAt }) => [later(recordedAt, -1), recordedAt]);
          for (const instant of [...instants, now()]) {
            const { entries, facts, verified } = checkAt(ledger, instant);
            expect(plain(entries)).toEqual(plain(facts));
            expect(verified).toBe(true);
            expect(Object.values(entries).reduce((sum, value) => sum + value, 0)).toBe(0);
          }
          // Everything is known now: the order of events gives the same figures, equal to those on the loan's row.
          const all = figuresOf(ledger.agreed, ledger.facts, decisionsOf(ledger.agreed, ledger.facts));
          const today = plain(checkAt(ledger, now()).entries);
          expect(plain(balancesOf(all))).toEqual(today);
          expect(plain(balancesOf(bookOf(await reloadLoan(tenant, loanId))))).toEqual(today);
        }),
        { numRuns: costlyCases },
      );
    },
    costlyTimeout,
  );

  test("are found wrong when a running total says something else", async () => {
    const loan = await disbursedLoan(tenant, { merchantId });
    expect((await checkLoan(loan.id, now())).verified).toBe(true);
    await setLoan(tenant, loan.id, { received: kobo(1) });
    expect((await checkLoan(loan.id, now())).verified).toBe(false);
    // The totals are current; the past has only entries and facts.
    expect((await checkLoan(loan.id, later(loan.approvedAt, -1))).verified).toBe(true);
  });

  test("hold what was taken for a loan without a debt apart, reversed and refunded", async () => {
    const actor = sandboxActor(tenant);
    const loan = await undisbursedLoan(tenant, { merchantId }, "APPROVED");
    const start = later(now(), -hour);
    const fact = (i: number) => ({ at: later(start, i * minute) });
    const taken = deductedEvent(loan, { reference: "ded-1", amount: 5_000, ...fact(1) });
    await report(actor, taken, later(start, minute));
    const back = { reference: "rev-1", originalReference: "ded-1", amount: 2_000, ...fact(2) };
    await report(actor, reversedEvent(loan, back), later(start, 2 * minute));
    expect((await checkLoan(loan.id, now())).entries).toMatchObject({ CASH: 3_000, OVERPAYMENT: -3_000 });
    await refund(loan.id, later(start, 3 * minute));
    const ledger = await readLedger(loan.id);
    expect(checkAt(ledger, now()).entries).toMatchObject({ CASH: 0, OVERPAYMENT: 0 });
    for (let i = 0; i < 4; i++) expect(checkAt(ledger, later(start, i * minute)).verified).toBe(true);
  });

  test("are whole at every instant when many reports come at once and wait for one another", async () => {
    const actor = sandboxActor(tenant);
    const start = later(now(), -day);
    const loan = await disbursedLoan(tenant, { merchantId, principal: 100_000, interest: 9_000, disbursedAt: start });
    const of = (i: number) => ({ amount: 9_000, at: later(start, i) });
    await Promise.all(
      Array.from({ length: 40 }, (_, i) => {
        // Their timestamps are not in the order in which they lock the loan.
        const at = later(start, 1_000 + ((i * 17) % 40));
        const event =
          i % 3 === 2
            ? reversedEvent(loan, { ...of(i), reference: `rev-${i}`, originalReference: `ded-${(i * 7) % 40}` })
            : deductedEvent(loan, { ...of(i), reference: `ded-${i}` });
        return report(actor, event, at);
      }),
    );
    const ledger = await readLedger(loan.id);
    expect(ledger.facts).toHaveLength(41);
    for (let ms = 999; ms < 1_042; ms++) expect(checkAt(ledger, later(start, ms)).verified).toBe(true);
  });

  test("are not verified once they differ by a kobo", async () => {
    const ledger = await readLedger(await play([{ kind: "deduct", number: 0, amount: 5_000, hoursAgo: 0 }]));
    expect(checkAt(ledger, now()).verified).toBe(true);
    const [disbursement, ...rest] = ledger.journals;
    expect(checkAt({ ...ledger, journals: rest }, now()).verified).toBe(false);
    expect(disbursement?.type).toBe("DISBURSEMENT");
    expect(checkAt({ ...ledger, facts: ledger.facts.slice(0, 1) }, now()).verified).toBe(false);
  });

  test("of before the disbursement are empty", async () => {
    const loanId = await play([]);
    const { entries, verified } = await checkLoan(loanId, later(now(), -300 * day));
    expect(new Set(Object.values(entries))).toEqual(new Set([0]));
    expect(verified).toBe(true);
  });
});

describe("the order of recording", () => {
  const at = (ms: number) => instant(Date.UTC(2026, 0, 1) + ms);
  const reportOf = (id: string, ms: number, effect: KeptReport["effect"]): KeptReport => ({
    ...{ id, eventId: id, type: "repayment.deducted", reference: id, originalReference: null },
    ...{ amount: kobo(100), effect, occurredAt: at(0), recordedAt: at(ms) },
  });
  const journalOf = (number: number, ms: number, repaymentEventId: string | null): KeptJournal => ({
    ...{ id: `jrn_${number}`, number, type: "REPAYMENT", source: "SALES", repaymentEventId, paymentId: null },
    entries: [],
    ...{ occurredAt: at(0), recordedAt: at(ms) },
  });

  test("of two at once that which was booked second counts from the later moment", () => {
    const { journals, facts } = inRecordedOrder(
      [journalOf(1, 11, "rep_a"), journalOf(2, 10, "rep_b")],
      [reportOf("rep_a", 11, "APPLIED"), reportOf("rep_b", 10, "APPLIED")],
    );
    expect(journals.map(({ recordedAt }) => recordedAt)).toEqual([at(11), at(11)]);
    expect(facts.map(({ id, recordedAt }) => ({ id, recordedAt }))).toEqual([
      { id: "rep_a", recordedAt: at(11) },
      { id: "rep_b", recordedAt: at(11) },
    ]);
  });

  test("what left no journal has its place among what did", () => {
    const { reports } = inRecordedOrder(
      [journalOf(1, 10, "rep_a"), journalOf(2, 30, "rep_c")],
      [reportOf("rep_a", 10, "APPLIED"), reportOf("rep_b", 20, "EXCESS"), reportOf("rep_c", 30, "APPLIED")],
    );
    expect(reports.map(({ id }) => id)).toEqual(["rep_a", "rep_b", "rep_c"]);
  });

  test("also when what came next was done by the service itself", () => {
    const { reports, journals } = inRecordedOrder(
      [journalOf(1, 10, "rep_a"), { ...journalOf(2, 30, null), id: "jrn_d", type: "WRITE_OFF" }],
      [reportOf("rep_a", 10, "APPLIED"), reportOf("rep_b", 15, "HELD"), reportOf("rep_c", 20, "NONE")],
    );
    expect(reports.map(({ id, recordedAt }) => ({ id, recordedAt }))).toEqual([
      { id: "rep_a", recordedAt: at(10) },
      { id: "rep_b", recordedAt: at(15) },
      { id: "rep_c", recordedAt: at(20) },
    ]);
    expect(journals.map(({ recordedAt }) => recordedAt)).toEqual([at(10), at(30)]);
  });

  test("a reversal that waited for its deduction was known when it came", () => {
    const { reports, journals } = inRecordedOrder(
      [journalOf(1, 20, "rep_b"), journalOf(2, 20, "rep_a")],
      [reportOf("rep_a", 10, "APPLIED"), reportOf("rep_b", 20, "APPLIED")],
    );
    expect(reports.map(({ id, recordedAt }) => ({ id, recordedAt }))).toEqual([
      { id: "rep_a", recordedAt: at(10) },
      { id: "rep_b", recordedAt: at(20) },
    ]);
    expect(journals).toHaveLength(2);
  });
});
