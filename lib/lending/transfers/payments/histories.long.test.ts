import { beforeAll, describe, expect, test } from "vitest";
import { transaction } from "@/db/client";
import type { Tenant } from "@/lib/kernel/actor";
import { day, hour, later, minute } from "@/lib/kernel/calendar";
import { everyMerchantOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { defaultLoan } from "@/lib/lending/servicing/default-loan";
import { writeOffLoan } from "@/lib/lending/servicing/write-off-loan";
import { confirmRefund } from "@/lib/lending/transfers/payouts/refund-overpayment";
import { type Balances, balancesOf, overpaid } from "@/lib/loans/ledger/balances";
import { checkAt, readLedger } from "@/lib/loans/ledger/check";
import { differencesIn } from "@/lib/loans/ledger/find-differences";
import { decisionsOf, figuresOf } from "@/lib/loans/ledger/recompute";
import { balancesIn, toBalances } from "@/lib/loans/ledger/serialize";
import { pauseLoan } from "@/lib/loans/loans/changes/pause-loan";
import { resumeLoan } from "@/lib/loans/loans/changes/resume-loan";
import { bookOf, type LoanRecord, lockLoan } from "@/lib/loans/loans/load-loans";
import type { JournalType } from "@/lib/terms/ledger/constants";
import { isCollected } from "@/lib/terms/loans/states";
import { useDatabase } from "@/test/database";
import { disbursedLoan, reloadLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { bounceDebit, payLoan, type TestPayment, takeBackPayment } from "@/test/factories/payment";
import { deductedEvent, report, reversedEvent } from "@/test/factories/repayment";
import { accountsByHand, type HistoryFact } from "@/test/oracles/history-oracle";
import { costlyCases, costlyTimeout, fc } from "@/test/proof";
import { now } from "@/test/time";
import { coolingOffOf } from "./cooling-off";

useDatabase();

let tenant: Tenant;
let merchantId: string;
beforeAll(async () => {
  tenant = (await createMarketplace()).test;
  merchantId = (await anyMerchant(tenant)).merchantId;
});

const amount = fc.oneof(fc.integer({ min: 1, max: 30_000 }), fc.integer({ min: 1, max: 120_000 }));
const hoursAgo = fc.nat(40);
const sources = fc.constantFrom("DIRECT" as const, "MANDATE" as const);
const one = <const Kind extends string>(kind: Kind) => fc.constant({ kind });
const deduct = fc.record({ kind: fc.constant("deduct" as const), amount, hoursAgo });
const reverse = fc.record({
  kind: fc.constant("reverse" as const),
  /** Which deduction; it may be one that was not reported yet. */
  of: fc.nat(2),
  amount: fc.integer({ min: 1, max: 20_000 }),
  whole: fc.boolean(),
  hoursAgo,
});
const other = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("pay" as const), amount, source: sources }) },
  // Confirmed so many steps after it is ordered.
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("cool off" as const), steps: fc.nat(3) }) },
  { weight: 2, arbitrary: one("refund") },
  { weight: 1, arbitrary: one("bounce") },
  { weight: 1, arbitrary: one("pause or resume") },
  { weight: 1, arbitrary: one("write off") },
);
const takeBack = fc.record({ kind: fc.constant("take back" as const), of: fc.nat(1) });
type Step =
  typeof deduct | typeof reverse | typeof takeBack | typeof other extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** Many come to a write-off, or to cooling-off, and go on after it. */
const early = fc.array(fc.oneof(deduct, fc.oneof(deduct, reverse, other)), { minLength: 1, maxLength: 7 });
const turn = fc.oneof(one("write off"), one("write off"), other);
const late = fc.array(fc.oneof(deduct, reverse, other, takeBack), { minLength: 2, maxLength: 8 });
const histories = fc.tuple(early, turn, late).map(([before, between, after]): Step[] => [...before, between, ...after]);

/** Everything that became known of a loan, when. */
type Known = { at: BusinessTime; fact: HistoryFact };

/** Plays a history on a loan of 1,090 naira that is out for two days, one step a minute. */
class History {
  readonly known: Known[] = [];
  private readonly paid: string[] = [];
  private readonly orders: { due: number; amount: number; orderedAt: BusinessTime }[] = [];
  private deductions: number[];

  constructor(
    readonly loan: LoanRecord,
    readonly start: BusinessTime,
    steps: readonly Step[],
  ) {
    this.deductions = steps.flatMap((drawn) => (drawn.kind === "deduct" ? [drawn.amount] : []));
  }

  async play(steps: readonly Step[]): Promise<void> {
    let deducted = 0;
    for (const [i, drawn] of [...steps, ...Array(4).fill({ kind: "bounce" })].entries()) {
      const at = later(this.start, i * minute);
      await this.confirmOrders(i, at);
      await this.take(drawn, { i, at, number: deducted });
      if (drawn.kind === "deduct") deducted += 1;
    }
  }

  private async take(drawn: Step, { i, at, number }: { i: number; at: BusinessTime; number: number }): Promise<void> {
    const { id: loanId } = this.loan;
    const call = { actor: sandboxActor(tenant), loanId, now: at };
    const row = await reloadLoan(tenant, loanId);
    switch (drawn.kind) {
      case "deduct":
      case "reverse": {
        const moved = later(at, -drawn.hoursAgo * hour);
        return drawn.kind === "deduct"
          ? this.deduct(number, drawn.amount, moved, at)
          : this.reverse(drawn, i, moved, at);
      }
      case "pay":
        return this.pay({ amount: drawn.amount, source: drawn.source }, at);
      case "take back":
        return this.takeBack(this.paid[drawn.of], at);
      case "cool off": {
        const offer = coolingOffOf(row, at);
        if (offer) this.orders.push({ due: i + drawn.steps, amount: offer.amount, orderedAt: at });
        return this.confirmOrders(i, at);
      }
      case "refund":
        return this.refund(at);
      case "bounce":
        return bounceDebit(tenant, loanId, { amount: 5_000, source: "MANDATE", now: at });
      case "pause or resume": {
        if (!isCollected(row.status)) return;
        await (row.pausedAt ? resumeLoan : pauseLoan)({ ...call, input: { reason: "Agreed" } });
        return;
      }
      case "write off": {
        if (!isCollected(row.status)) return;
        if (row.status === "ACTIVE") await defaultLoan({ ...call, input: { reason: "DECIDED" } });
        await writeOffLoan({ ...call, input: { reason: "Test" } });
        this.know(at, { kind: "WRITE_OFF" });
      }
    }
  }

  private async deduct(number: number, kobo: number, moved: BusinessTime, at: BusinessTime): Promise<void> {
    const fact = { reference: `ded-${number}`, amount: kobo, at: moved };
    await report(sandboxActor(tenant), deductedEvent(this.named, fact), at);
    this.know(at, { kind: "DEDUCTION", ...fact });
  }

  private async reverse(
    drawn: Extract<Step, { kind: "reverse" }>,
    i: number,
    moved: BusinessTime,
    at: BusinessTime,
  ): Promise<void> {
    const reversed = drawn.whole ? (this.deductions[drawn.of] ?? drawn.amount) : drawn.amount;
    const fact = { reference: `rev-${i}`, amount: reversed, at: moved };
    const of = `ded-${drawn.of}`;
    const { cooledOffAt, principal } = await reloadLoan(tenant, this.loan.id);
    await report(sandboxActor(tenant), reversedEvent(this.named, { ...fact, originalReference: of }), at);
    this.know(at, { kind: "REVERSAL", ...fact, of });
    const { received } = await reloadLoan(tenant, this.loan.id);
    if (cooledOffAt && received < principal) this.know(at, { kind: "COOLING_OFF_UNDONE" });
  }

  private async pay(payment: Omit<TestPayment, "now">, at: BusinessTime): Promise<void> {
    const id = await payLoan(tenant, this.loan.id, { ...payment, now: at });
    this.paid.push(id);
    this.know(at, { kind: "PAYMENT", id, amount: payment.amount });
  }

  private async takeBack(id: string | undefined, at: BusinessTime): Promise<void> {
    if (id === undefined) return;
    const { cooledOffAt, principal, journalNumber } = await reloadLoan(tenant, this.loan.id);
    await takeBackPayment(id, at);
    const after = await reloadLoan(tenant, this.loan.id);
    // A second time it does nothing.
    if (after.journalNumber === journalNumber) return;
    this.know(at, { kind: "PAYMENT_TAKEN_BACK", of: id });
    if (cooledOffAt && after.received < principal) this.know(at, { kind: "COOLING_OFF_UNDONE" });
  }

  private async confirmOrders(i: number, at: BusinessTime): Promise<void> {
    for (const order of this.orders.filter(({ due }) => due === i)) {
      const { status, cooledOffAt, principal, received } = await reloadLoan(tenant, this.loan.id);
      const suffices = received + order.amount >= principal;
      if (status !== "WRITTEN_OFF" && !cooledOffAt && suffices) this.know(at, { kind: "COOLING_OFF" });
      await this.pay({ ...order, coolingOff: true }, at);
      order.due = -1;
    }
  }

  private async refund(at: BusinessTime): Promise<void> {
    await transaction(async () => {
      const loan = await lockLoan(everyMerchantOf(tenant), this.loan.id);
      const owed = overpaid(bookOf(loan));
      if (owed === 0) return;
      await confirmRefund({ actor: sandboxActor(tenant), loan, amount: owed, now: at });
      this.know(at, { kind: "REFUND", amount: owed });
    });
  }

  private know(at: BusinessTime, fact: HistoryFact): void {
    this.known.push({ at, fact });
  }

  private get named() {
    return { ...this.loan, marketplaceId: tenant.marketplaceId };
  }
}

async function played(steps: readonly Step[]): Promise<History> {
  const start = later(now(), -hour);
  const terms = { merchantId, principal: 100_000, interest: 9_000, disbursedAt: later(start, -2 * day) };
  const history = new History(await disbursedLoan(tenant, terms), start, steps);
  await history.play(steps);
  return history;
}

/** Round-trips through JSON, which has only one zero. */
const plain = (balances: Balances | Record<string, number>) => JSON.parse(JSON.stringify(balances));

/** With fewer, what matters most would not be among them. */
const draws = Math.max(costlyCases, 60);

describe("deductions, reversals, payments taken back or bounced, cooling-off, refunds, pauses and write-offs", () => {
  test(`${draws} histories: entries, facts, running totals and an oracle agree to the kobo, at every instant`, {
    timeout: costlyTimeout,
  }, async () => {
    const seen = { cooledOff: 0, undone: 0, recovered: 0, olderReversals: 0, takenBack: 0 };
    await fc.assert(
      fc.asyncProperty(histories, async (drawn) => {
        const { loan, known } = await played(drawn);
        const ledger = await readLedger(loan.id);
        for (const instant of [...known.flatMap(({ at }) => [later(at, -1), at]), now()]) {
          const { entries, facts, verified } = checkAt(ledger, instant);
          expect(plain(entries)).toEqual(plain(facts));
          expect(verified).toBe(true);
          const history = known.filter(({ at }) => at <= instant).map(({ fact }) => fact);
          expect(plain(entries)).toEqual(plain(accountsByHand(loan, history)));
        }
        const row = await reloadLoan(tenant, loan.id);
        expect(plain(balancesOf(bookOf(row)))).toEqual(plain(checkAt(ledger, now()).entries));
        const all = figuresOf(ledger.agreed, ledger.facts, decisionsOf(ledger.agreed, ledger.facts));
        expect(balancesIn(ledger.journals, now())).toEqual(toBalances(all));
        const { totalDue } = toBalances(bookOf(row));
        expect(row.installments.reduce((sum, { amount: due }) => sum + due, 0)).toBe(Math.round(totalDue * 100));
        expect(differencesIn(ledger)).toBeNull();
        const of = (type: JournalType) => ledger.journals.filter((journal) => journal.type === type);
        const lostAt = of("WRITE_OFF")[0]?.number ?? Number.POSITIVE_INFINITY;
        const older = of("REVERSAL").some(({ source, number }) => source === "SALES" && number > lostAt);
        const recovered = of("RECOVERY").length > 0;
        if (row.cooledOffAt) seen.cooledOff += 1;
        if (of("COOLING_OFF_UNDONE").length > 0) seen.undone += 1;
        if (recovered) seen.recovered += 1;
        if (recovered && older) seen.olderReversals += 1;
        if (of("DEBIT_REVERSED").length > 0) seen.takenBack += 1;
      }),
      { numRuns: draws },
    );
    // What matters most is among what was drawn.
    const { undone, ...often } = seen;
    expect(undone).toBeGreaterThan(0);
    for (const times of Object.values(often)) expect(times).toBeGreaterThan(draws / 20);
  });
});
