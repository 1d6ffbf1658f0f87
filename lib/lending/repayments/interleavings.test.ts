import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db, transaction } from "@/db/client";
import type { Actor } from "@/lib/kernel/actor";
import { addDays, dateOf, day, hour, later } from "@/lib/kernel/calendar";
import { CodedError } from "@/lib/kernel/errors";
import { fromKobo, type Kobo, kobo, zero } from "@/lib/kernel/money";
import { everyMerchantOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { confirmRefund } from "@/lib/lending/transfers/payouts/refund-overpayment";
import { balancesOf, overpaid } from "@/lib/loans/ledger/balances";
import { checkLoan } from "@/lib/loans/ledger/check";
import { pauseLoan } from "@/lib/loans/loans/changes/pause-loan";
import { resumeLoan } from "@/lib/loans/loans/changes/resume-loan";
import { bookOf, lockLoan } from "@/lib/loans/loans/load-loans";
import { accounts } from "@/lib/terms/ledger/constants";
import { useDatabase } from "@/test/database";
import { disbursedLoan, reloadLoan, undisbursedLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { payLoan } from "@/test/factories/payment";
import { deductedEvent, failedEvent, report, reversedEvent } from "@/test/factories/repayment";
import {
  factsIn,
  knownFrom,
  loanIn,
  type Scenario,
  type ScenarioFact,
  scenarioStart,
  scenarios,
} from "@/test/factories/repayment-scenario";
import { type OracleBalances, oracle } from "@/test/oracles/loan-oracle";
import { costlyCases, costlyTimeout, fc, proofSeed } from "@/test/proof";
import type { RepaymentReceipt } from "./report";

useDatabase();

const lanes = 10;
let operations = 0;
/** Plays a scenario on a loan of its own and compares the result, and every answer along the way, with the oracle. */
async function play(actor: Actor, merchantId: string, scenario: Scenario): Promise<void> {
  const { tenant } = actor;
  const facts = factsIn(scenario);
  const owed = !scenario.terms.cancelled;
  const terms = { ...loanIn(scenario), merchantId };
  const loan = await (owed ? disbursedLoan(tenant, terms) : undisbursedLoan(tenant, terms, "CANCELLED"));
  const named = { ...loan, marketplaceId: tenant.marketplaceId };
  const debt = owed ? loan : { principal: 0, interest: 0, installments: [] };
  const due = debt.principal + debt.interest;

  const reported: ScenarioFact[] = [];
  const refunds: number[] = [];
  const payments: number[] = [];
  let underWay = zero;
  const receipts = new Map<string, RepaymentReceipt>();
  const duplicates = new Set<string>();
  const events: unknown[] = [];
  let state = loan.status as string;
  let journals = loan.journalNumber;
  let now = scenarioStart;
  let pausedAt: BusinessTime | null = null;
  let dates = loan.installments.map(({ dueDate }) => dueDate);
  let was = oracle(debt, knownFrom([]));

  const send = (fact: ScenarioFact, eventId: string) => {
    const said = { ...fact, eventId: `${loan.id}:${eventId}`, timestamp: scenarioStart };
    const originalReference = fact.of;
    const event =
      originalReference === null ? deductedEvent(named, said) : reversedEvent(named, { ...said, originalReference });
    return report(actor, event, now);
  };
  const settleRefund = async () => {
    if (underWay > 0) refunds.push(await refundOf(loan.id, actor, underWay, now));
    if (underWay > 0) journals += 1;
    underWay = zero;
  };
  /** Checks what must have happened since the last check. */
  const follow = () => {
    const is = oracle(debt, knownFrom(reported, refunds, payments));
    const left = fromKobo(kobo(due - is.paid));
    if (state === "REPAID" && is.paid < due) {
      state = "ACTIVE";
      events.push(["loan.reopened", left]);
    } else if (state === "ACTIVE" && is.paid === due) {
      state = "REPAID";
      events.push(["loan.completed", is.deductions.length]);
    } else if (state === "ACTIVE" && was.paid * 10 <= due * 9 && is.paid * 10 > due * 9) {
      events.push(["loan.nearly_complete", left]);
    }
    was = is;
  };

  for (const { kind, number } of scenario.operations) {
    operations += 1;
    const fact = facts[number % facts.length];
    if (!fact) throw new Error("A scenario has facts.");
    const isKnown = reported.includes(fact);
    switch (kind) {
      case "ADVANCE":
        now = later(now, (number + 1) * 11 * hour);
        break;
      case "FAILED":
        await report(actor, failedEvent(named, { ...fact, reference: `f${number}` }), now);
        break;
      case "PAUSE":
      case "RESUME": {
        const verb = kind === "PAUSE" ? pauseLoan : resumeLoan;
        const input = { actor: sandboxActor(tenant), loanId: loan.id, input: { reason: "Agreed" }, now };
        expect(await outcome(verb(input))).toBe(state === "ACTIVE" ? "done" : "LOAN_STATE_CONFLICT");
        if (state !== "ACTIVE") break;
        if (kind === "RESUME") dates = movedBy(pausedAt, now, dates);
        pausedAt = kind === "RESUME" ? null : (pausedAt ?? now);
        break;
      }
      case "REFUND":
        // Ordered for the amount owed at the time; by its confirmation, that may no longer be owed.
        if (underWay === 0) {
          underWay = overpaid(bookOf(await reloadLoan(tenant, loan.id)));
          expect(underWay).toBe(was.overpaid);
        } else await settleRefund();
        break;
      case "PAY":
        // A loan without a debt has no mandate to debit.
        if (!owed) break;
        payments.push(Math.max(1, Math.round((due * number) / 40)));
        await payLoan(tenant, loan.id, { amount: payments.at(-1) ?? 0, now });
        events.push(["loan.payment_received", null]);
        journals += 1;
        break;
      case "OTHER_FIGURES":
      case "OTHER_BODY": {
        if (!isKnown) break;
        const other = kind === "OTHER_BODY" ? fact.reference : `odd${operations}`;
        const code = kind === "OTHER_BODY" ? "EVENT_CONFLICT" : "DEDUCTION_CONFLICT";
        expect(await outcome(send({ ...fact, amount: fact.amount + 1 }, other))).toBe(code);
        break;
      }
      default: {
        const eventId = kind === "OTHER_EVENT" && isKnown ? `${fact.reference}:other` : fact.reference;
        const receipt = await send(fact, eventId);
        const first = { id: expect.stringMatching(/^rep_/), eventId: `${loan.id}:${eventId}`, receivedAt: now };
        expect(receipt).toEqual(receipts.get(eventId) ?? first);
        receipts.set(eventId, receipt);
        if (eventId !== fact.reference) duplicates.add(fact.reference);
        if (!isKnown) {
          reported.push(fact);
          journals += journalsOf(fact, was, oracle(debt, knownFrom(reported, refunds, payments)), reported);
        }
      }
    }
    follow();
  }
  await settleRefund();
  follow();
  const row = await reloadLoan(tenant, loan.id);
  const found = await stored(loan.id);
  expect(found).toEqual({
    accounts: {
      CASH: cashIn(was) - debt.principal,
      PRINCIPAL: was.outstandingPrincipal,
      INTEREST: was.outstandingInterest,
      INTEREST_INCOME: 0 - debt.interest,
      OVERPAYMENT: 0 - was.overpaid,
      REFUND_RECEIVABLE: was.receivable,
      UNDELIVERED: 0,
      WRITE_OFF: 0,
      RECOVERY: 0,
    },
    events,
    breaks: [
      ...Array(was.excess.length).fill("AMOUNT"),
      ...Array(duplicates.size).fill("DUPLICATE"),
      // All reversals held for the same deduction form one break.
      ...Array(facts.some(({ of }) => of === "never") ? 1 : 0).fill("MISSING"),
      ...Array(owed ? 0 : knownFrom(facts).deductions.length).fill("WRONG_LOAN"),
    ],
    facts: facts.length,
    journals,
  });
  for (const balance of [was.paid, was.outstandingPrincipal, was.outstandingInterest, was.overpaid, was.receivable]) {
    expect(balance).toBeGreaterThanOrEqual(0);
  }
  const balances = balancesOf(bookOf(row));
  expect(accounts.map((account) => balances[account] + 0)).toEqual(accounts.map((account) => found.accounts[account]));
  expect({ status: row.status, completed: row.completedAt !== null, refund: row.refundDueAt !== null }).toEqual({
    status: state,
    completed: state === "REPAID",
    refund: was.overpaid > 0,
  });
  expect([...row.installments.map(({ dueDate }) => dueDate), row.dueDate]).toEqual([...dates, dates.at(-1)]);
  expect(row.heldReversals).toBe(facts.filter(({ of }) => of === "never").length);
  expect((await checkLoan(loan.id, later(now, day))).verified).toBe(true);
}

/** How many journals a fact creates: one if it changes anything, plus one per reversal held for it. */
function journalsOf(fact: ScenarioFact, was: OracleBalances, is: OracleBalances, reported: ScenarioFact[]): number {
  if (fact.of !== null) return cashIn(is) === cashIn(was) ? 0 : 1;
  return 1 + reported.filter(({ of, reference }) => of === fact.reference && is.effective.includes(reference)).length;
}

/** The due dates after a pause, whatever was repaid meanwhile. */
function movedBy(pausedAt: Date | null, until: Date, dates: string[]): string[] {
  if (!pausedAt) return dates;
  const days = Math.ceil((until.getTime() - pausedAt.getTime()) / day);
  return dates.map((date) => (date >= dateOf(pausedAt) ? addDays(date, days) : date));
}

/** The amount received and not returned. */
function cashIn({ paid, overpaid, receivable }: OracleBalances): number {
  return paid + overpaid - receivable;
}

/** The outcome of a call: done, or its error code. */
async function outcome(calling: Promise<unknown>): Promise<unknown> {
  return calling.then(
    () => "done",
    (error: unknown) => (error instanceof CodedError ? error.code : error),
  );
}

async function refundOf(loanId: string, { tenant }: Actor, amount: Kobo, now: BusinessTime): Promise<Kobo> {
  await transaction(async () =>
    confirmRefund({ actor: sandboxActor(tenant), loan: await lockLoan(everyMerchantOf(tenant), loanId), amount, now }),
  );
  return amount;
}

/** The loan's balances in the database, summed from the entries themselves. */
async function stored(loanId: string) {
  type Row = { accounts: Record<string, number>; events: unknown[]; breaks: string[]; facts: number; journals: number };
  const [row] = await db().execute<Row>(sql`
    select
      (select json_object_agg(account, (select coalesce(sum(e.amount), 0) from journals j
        join ledger_entries e on e.journal_id = j.id where j.loan_id = ${loanId} and e.account = names.account))
        from unnest(${sql.param([...accounts])}::text[]) names(account)) as accounts,
      (select coalesce(json_agg(json_build_array(type,
          coalesce(body::json->'max_deduction_amount', body::json->'summary'->'total_deductions')) order by sequence), '[]')
        from events where body::json->'loan'->>'id' = ${loanId} and type <> 'loan.repayment_updated'
          and merchant_id = (select merchant_id from loans where id = ${loanId})) as events,
      array(select type from breaks where loan_id = ${loanId} and status = 'OPEN' order by type) as breaks,
      (select count(*)::int from repayment_events
        where loan_id = ${loanId} and effect not in ('NONE', 'DUPLICATE')) as facts,
      (select count(*)::int from journals where loan_id = ${loanId}) as journals`);
  if (!row) throw new Error("There is always a row.");
  return row;
}

/** Shrinks a scenario that fails: drops operations one by one as long as it still fails. */
async function shortened(failing: Scenario, fails: (scenario: Scenario) => Promise<unknown>): Promise<Scenario> {
  let shortest = failing;
  for (const operation of failing.operations.filter(({ kind }) => kind !== "FIRST")) {
    const shorter = { ...shortest, operations: shortest.operations.filter((other) => other !== operation) };
    if (await fails(shorter)) shortest = shorter;
  }
  return shortest;
}

describe("any interleaving of what can be reported and done", () => {
  const title = "ends in the balances of an oracle that sorts all facts and starts from scratch";
  test(`${costlyCases} times it ${title}`, { timeout: costlyTimeout }, async () => {
    const { test: tenant } = await createMarketplace();
    const actor: Actor = { kind: "webhook", tenant };
    const drawn = fc.sample(scenarios, costlyCases).entries();
    let played = 0;
    let failed = false;
    const lane = async () => {
      const { merchantId } = await anyMerchant(tenant);
      const fails = (scenario: Scenario) => play(actor, merchantId, scenario).then(() => null, String);
      // All lanes draw from one well.
      for (const [number, scenario] of drawn) {
        if (failed) return;
        if (await fails(scenario)) {
          failed = true;
          const shortest = await shortened(scenario, fails);
          const list = JSON.stringify({ loan: loanIn(shortest), facts: factsIn(shortest), ...shortest }, null, 1);
          throw new Error(`PROOF_SEED=${proofSeed}, case ${number}: ${await fails(shortest)}\n${list}`);
        }
        played += 1;
      }
    };
    const lanesDone = await Promise.allSettled(Array.from({ length: lanes }, lane));
    for (const done of lanesDone) if (done.status === "rejected") throw done.reason;
    expect(played).toBe(costlyCases);
    expect(operations).toBeGreaterThan(5 * costlyCases);

    const [wrong] = await db().execute(sql`
      select
        (select count(*)::int from (select from ledger_entries group by journal_id having sum(amount) <> 0) j) as unbalanced,
        (select count(*)::int from journals j
          where not exists (select from ledger_entries e where e.journal_id = j.id)) as empty,
        (select count(*)::int from loans l where journal_number <>
          (select count(*) from journals j where j.loan_id = l.id and j.number <= l.journal_number)) as gaps,
        (select count(*)::int from (select from journals where repayment_event_id is not null
          group by repayment_event_id having count(*) > 1) f) as "bookedTwice",
        (select count(*)::int from loans l where row(principal + interest, interest) is distinct from
          (select row(sum(i.amount)::bigint, sum(i.interest)::bigint) from loan_installments i where i.loan_id = l.id)) as schedules,
        (select count(*)::int from loans) as loans`);
    expect(wrong).toEqual({ unbalanced: 0, empty: 0, gaps: 0, bookedTwice: 0, schedules: 0, loans: costlyCases });
  });
});
