import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { POST as webhook } from "@/app/api/v1/webhooks/marketplace/repayment/route";
import { connection, db } from "@/db/client";
import { settlements } from "@/db/schema/settlements";
import { ownedBy } from "@/db/tenancy";
import { later, minute } from "@/lib/kernel/calendar";
import { newId } from "@/lib/kernel/ids";
import { log } from "@/lib/kernel/log";
import { kobo } from "@/lib/kernel/money";
import { matchSettlement } from "@/lib/lending/reconciliation/settlements/match-settlement";
import { checkLoan } from "@/lib/loans/ledger/check";
import type { RepaymentEvent } from "@/lib/sales/data-events/schema";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { usualLoan } from "@/test/factories/disbursed-loan";
import { apiSecretOf, signedWebhook } from "@/test/factories/inbound";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { deductedEvent, reversedEvent, sentWebhook } from "@/test/factories/repayment";
import { factsIn, knownFrom, loanIn, type Scenario, scenarios } from "@/test/factories/repayment-scenario";
import { minuteOf, type ServicedLoan, servicedLoan } from "@/test/factories/serviced-loan";
import { oracle } from "@/test/oracles/loan-oracle";
import { costlyCases, costlyTimeout, fc, proofSeed } from "@/test/proof";
import { now } from "@/test/time";

// As a service has: how much is done at once goes by it.
process.env.DATABASE_POOL = "16";
useDatabase();

const { principal, interest, due } = usualLoan;
const many = 200;
const numbers = Array.from({ length: many }, (_, i) => i);

let market: TestMarketplace;
beforeAll(async () => {
  market = await createMarketplace();
});

const one = (loan: ServicedLoan, i: number, amount = 1_000 + i) =>
  deductedEvent(loan.named, { reference: `ded-${i}`, amount, at: minuteOf(i), eventId: `${loan.loan.id}:${i}` });

/** 1,000 kobo and one more for each number. */
const sumOf = (count: number) => (count * (2_000 + count - 1)) / 2;

/** The invariants of a loan's books. */
async function expectSound(loan: ServicedLoan, journals: number): Promise<void> {
  expect(await loan.journals()).toHaveLength(journals);
  const row = await loan.row();
  const [found] = await db().execute<{ numbers: number[]; facts: number }>(sql`
    select array(select number from journals where loan_id = ${loan.loan.id} order by number) as numbers,
      (select count(distinct repayment_event_id)::int from journals where loan_id = ${loan.loan.id}) as facts`);
  expect(found?.numbers).toEqual(Array.from({ length: row.journalNumber }, (_, i) => i + 1));
  expect(found?.facts).toBe(journals);
  expect((await checkLoan(loan.loan.id, minuteOf(10_000))).verified).toBe(true);
}

describe(`${many} deliveries at once`, () => {
  test("of the same repayment: booked once, and each answered with the first acknowledgement", async () => {
    const loan = await servicedLoan(market.test);
    const event = one(loan, 0, 250_000);
    const receipts = await Promise.all(numbers.map((i) => loan.send(event, minuteOf(i + 1))));
    expect(new Set(receipts.map((receipt) => JSON.stringify(receipt))).size).toBe(1);
    expect((await loan.figures()).paid).toBe(250_000);
    expect(await loan.breakTypes()).toEqual([]);
    await expectSound(loan, 1);
  });

  test("of the same repayment under as many events: booked once", async () => {
    const loan = await servicedLoan(market.test);
    const events = numbers.map((i) => ({ ...one(loan, 0, 250_000), eventId: `${loan.loan.id}:copy-${i}` }));
    const receipts = await Promise.all(events.map((event) => loan.send(event, minuteOf(many))));
    expect(new Set(receipts.map(({ id }) => id)).size).toBe(many);
    expect((await loan.figures()).paid).toBe(250_000);
    expect(await loan.breakTypes()).toEqual(["DUPLICATE OPEN"]);
    await expectSound(loan, 1);
  });

  test("of different repayments: each booked once, to the kobo", async () => {
    const loan = await servicedLoan(market.test);
    const receipts = await Promise.all(numbers.map((i) => loan.send(one(loan, i), minuteOf(many))));
    expect(new Set(receipts.map(({ id }) => id)).size).toBe(many);
    expect((await loan.figures()).paid).toBe(sumOf(many));
    expect(await loan.accounts()).toMatchObject({ CASH: sumOf(many) - principal, INTEREST: interest - sumOf(many) });
    await expectSound(loan, many);
  });

  test("of new repayments among ones that are known: the new ones are booked, and nothing twice", async () => {
    const loan = await servicedLoan(market.test);
    const known = numbers.filter((i) => i < 20);
    for (const i of known) await loan.send(one(loan, i), minuteOf(many));
    const mixed = known.flatMap((i) => [one(loan, i), one(loan, i + known.length)]);
    await Promise.all(mixed.map((event) => loan.send(event, minuteOf(many + 1))));
    expect((await loan.figures()).paid).toBe(sumOf(2 * known.length));
    await expectSound(loan, 2 * known.length);
  });

  test("of events that two loans claim, in opposite order: the batches wait for one another in one order", async () => {
    const failed = vi.spyOn(log, "error");
    const [first, second, other] = [
      await servicedLoan(market.test),
      await servicedLoan(market.test),
      await servicedLoan(market.test),
    ];
    const claims = (loan: ServicedLoan) => numbers.slice(0, 8).map((i) => ({ ...one(loan, i), eventId: `both-${i}` }));
    const send = (loan: ServicedLoan, events: RepaymentEvent[]) => events.map((event) => loan.send(event, minuteOf(9)));
    const { id } = await other.send(one(other, 0), minuteOf(9));
    const waiting = async () => {
      const at = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return (await db().execute(at)).length;
    };
    const holder = await connection().reserve();
    const taken = JSON.stringify({ id: "rep_held", event_id: "both-4", reference: "held" });
    await holder`begin`;
    await holder`insert into repayment_events
      select (jsonb_populate_record(r, ${taken}::text::jsonb)).* from repayment_events r where id = ${id}`;
    const sent = send(first, claims(first));
    await expect.poll(waiting).toBe(1);
    sent.push(...send(second, claims(second).toReversed()));
    await expect.poll(waiting).toBe(2);
    await holder`rollback`;
    holder.release();
    const results = await Promise.allSettled(sent);
    expect(results.map((result) => (result.status === "rejected" ? result.reason.code : "taken"))).toEqual([
      ...claims(first).map(() => "taken"),
      ...claims(second).map(() => "EVENT_CONFLICT"),
    ]);
    expect(failed).not.toHaveBeenCalled();
    failed.mockRestore();
    await expectSound(first, 8);
  });

  test("that together exceed the debt: completed once, the excess is owed to the merchant", async () => {
    const loan = await servicedLoan(market.test);
    await Promise.all(numbers.map((i) => loan.send(one(loan, i, 100_000), minuteOf(many))));
    expect(await loan.figures()).toEqual({
      ...{ status: "REPAID", paid: due, principal: 0, interest: 0 },
      ...{ overpaid: many * 100_000 - due, receivable: 0 },
    });
    expect(await loan.eventTypes()).toEqual(["loan.nearly_complete", "loan.completed"]);
    await expectSound(loan, many);
  });

  test("over HTTP, half of them copies: the same answer to the byte", async () => {
    const loan = await servicedLoan(market.test);
    const secret = await apiSecretOf(market.test);
    const send = (event: RepaymentEvent) =>
      call(webhook, { ...signedWebhook({ secret, marketplaceId: market.marketplaceId, body: sentWebhook(event) }) });
    const past = (i: number) => {
      const at = later(now(), -minute);
      return deductedEvent(loan.named, {
        reference: `http-${i}`,
        amount: 1_000 + i,
        at,
        eventId: `${loan.loan.id}:${i}`,
      });
    };
    const events = numbers.map((i) => past(i % (many / 2)));
    const sent = new Map(events.map((event) => [event.eventId, event]));
    const answers = await Promise.all(events.map((event) => send(sent.get(event.eventId) ?? event)));
    expect(answers.map(({ status }) => status)).toEqual(numbers.map(() => 200));
    for (const i of numbers.slice(0, many / 2)) expect(answers[i]?.text).toBe(answers[i + many / 2]?.text);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(many / 2);
    expect((await loan.figures()).paid).toBe(sumOf(many / 2));
    await expectSound(loan, many / 2);
  });
});

describe("at once", () => {
  test("deductions and reversals of all of them: in the end nothing was paid", async () => {
    const loan = await servicedLoan(market.test);
    const events = numbers.slice(0, 100).flatMap((i) => {
      const reversal = { reference: `rev-${i}`, originalReference: `ded-${i}`, amount: 200_000, at: minuteOf(i + 1) };
      return [one(loan, i, 200_000), reversedEvent(loan.named, reversal)];
    });
    await Promise.all(events.map((event) => loan.send(event, minuteOf(many))));
    expect(await loan.figures()).toMatchObject({ status: "ACTIVE", paid: 0, principal, interest, overpaid: 0 });
    expect((await loan.row()).heldReversals).toBe(0);
    expect(await loan.accounts()).toEqual({
      ...{ CASH: -principal, PRINCIPAL: principal },
      ...{ INTEREST: interest, INTEREST_INCOME: -interest },
    });
    // Reversals that arrived first were held until their deductions arrived.
    expect((await loan.breakTypes()).filter((found) => found !== "MISSING RESOLVED")).toEqual([]);
    await expectSound(loan, 200);
  });

  test("the same event for two loans: one gets it, the other a conflict", async () => {
    const loans = await Promise.all([servicedLoan(market.test), servicedLoan(market.test)]);
    const rounds = numbers.slice(0, 25).map(async (i) => {
      const sending = loans.map((loan) =>
        loan.send({ ...one(loan, i, 1_000), eventId: `shared-${i}` }, minuteOf(many)),
      );
      const results = await Promise.allSettled(sending);
      return results.map((result) => (result.status === "fulfilled" ? "received" : result.reason.code)).sort();
    });
    expect(await Promise.all(rounds)).toEqual(rounds.map(() => ["EVENT_CONFLICT", "received"]));
    const paid = await Promise.all(loans.map(async (loan) => (await loan.figures()).paid));
    expect(paid.reduce((sum, each) => sum + each, 0)).toBe(25_000);
  });

  test("many loans of one merchant, its settlements and their matching: no deadlock", async () => {
    const { merchantId } = await anyMerchant(market.test);
    const loans = await Promise.all(
      numbers.slice(0, 8).map(() => servicedLoan(market.test, { merchantId, principal: 90_000, interest: 10_000 })),
    );
    const ids = numbers.slice(0, 6).map(() => newId("settlement"));
    // Every settlement covers the whole period, so each report affects all of them.
    await db()
      .insert(settlements)
      .values(
        ids
          .toSorted(() => -1)
          .map((id) => ({
            ...ownedBy(market.test),
            ...{ id, merchantId, reference: id, netAmount: kobo(1), grossAmount: kobo(2), totalDeductions: kobo(1) },
            ...{
              periodStart: minuteOf(-10),
              periodEnd: minuteOf(10_000),
              matchStatus: "PENDING" as const,
              createdAt: minuteOf(0),
            },
          })),
      );
    await db().execute(sql`insert into settlement_events (id, marketplace_id, environment, event_id, settlement_id, type, fingerprint, body, received_at)
      select 'sev_' || id, marketplace_id, environment, id, id, 'settlement.created', '', '{}', now() from settlements where merchant_id = ${merchantId}`);
    const work = numbers.flatMap((i) => {
      const loan = loans[i % loans.length];
      const settlement = ids[(i * 5) % ids.length];
      if (!loan || !settlement) return [];
      const shake = () => db().execute(sql`update settlements set matched_at = now() where id = ${settlement}`);
      return [
        loan.send(one(loan, i, 5_000), minuteOf(many)),
        shake(),
        ...(i % 4 === 0 ? [matchSettlement(settlement, minuteOf(many))] : []),
      ];
    });
    await Promise.all(work);
    for (const loan of loans) {
      expect(await loan.figures()).toMatchObject({ status: "REPAID", overpaid: 25_000 });
      await expectSound(loan, 25);
    }
    const sequences = await db().execute<{ sequence: number }>(
      sql`select sequence from events where merchant_id = ${merchantId} order by sequence`,
    );
    expect(sequences.map(({ sequence }) => sequence)).toEqual(sequences.map((_, i) => i + 1));
  });

  test("every report of any scenario, each twice: the balances are the oracle's", {
    timeout: costlyTimeout,
  }, async () => {
    const play = async (scenario: Scenario, number: number) => {
      const loan = await servicedLoan(market.test, loanIn(scenario));
      const facts = factsIn(scenario);
      const reports = [...facts, ...facts].map(({ of, ...fact }) => {
        const said = { ...fact, eventId: `${loan.loan.id}:${fact.reference}` };
        return of === null
          ? deductedEvent(loan.named, said)
          : reversedEvent(loan.named, { ...said, originalReference: of });
      });
      await Promise.all(reports.map((event) => loan.send(event, minuteOf(1))));
      const wanted = oracle(loan.loan, knownFrom(facts));
      expect(await loan.figures(), `PROOF_SEED=${proofSeed}, case ${number}`).toEqual({
        status: wanted.paid === loan.loan.principal + loan.loan.interest ? "REPAID" : "ACTIVE",
        paid: wanted.paid,
        principal: wanted.outstandingPrincipal,
        interest: wanted.outstandingInterest,
        overpaid: wanted.overpaid,
        receivable: 0,
      });
      expect((await checkLoan(loan.loan.id, minuteOf(10_000))).verified).toBe(true);
    };
    const cases = fc.sample(scenarios, costlyCases);
    // Not all of thousands: a report waits for a connection no longer than a request may.
    for (let at = 0; at < cases.length; at += 25) {
      await Promise.all(cases.slice(at, at + 25).map((scenario, i) => play(scenario, at + i)));
    }
  });
});
