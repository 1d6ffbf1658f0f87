import { beforeEach, describe, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { day, hour, later } from "@/lib/kernel/calendar";
import { kobo } from "@/lib/kernel/money";
import { everyMerchantOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { defaultLoan } from "@/lib/lending/servicing/default-loan";
import { writeOffLoan } from "@/lib/lending/servicing/write-off-loan";
import { confirmRefund } from "@/lib/lending/transfers/payouts/refund-overpayment";
import { type LoanRecord, lockLoan } from "@/lib/loans/loans/load-loans";
import { type ExplainedEvent, explainAnswer } from "@/lib/loans/statements/explain-schema";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { accessTokenOf } from "@/test/factories/access-token";
import { disbursedLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { activeLoan, anyLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { deductedEvent, failedEvent, report, reversedEvent } from "@/test/factories/repayment";
import { now } from "@/test/time";
import { GET } from "./route";

useDatabase();

let mine: TestMarketplace;
let key: string;
let merchantId: string;
/** Of 1,000 naira and 90 of interest, out ten days ago. */
let loan: LoanRecord;
let start: BusinessTime;
beforeEach(async () => {
  mine = await createMarketplace();
  key = await accessTokenOf(mine.test, { scopes: ["loans.read"] });
  merchantId = (await anyMerchant(mine.test)).merchantId;
  start = later(now(), -10 * day);
  loan = await disbursedLoan(mine.test, { merchantId, principal: 100_000, interest: 9_000, disbursedAt: start });
});

/** A moment some hours after the money was out. */
const atHour = (hours: number) => later(start, hours * hour);

/** Reports a deduction of so much naira that happened at one hour and is reported at another. */
function deduct(reference: string, naira: number, hours: number, reportedAt = hours, to = loan) {
  const event = deductedEvent(to, { reference, amount: naira * 100, at: atHour(hours), timestamp: atHour(reportedAt) });
  return report(sandboxActor(mine.test), event, atHour(reportedAt));
}

function reverse(reference: string, of: string, naira: number, hours: number, reportedAt = hours) {
  const fact = {
    reference,
    originalReference: of,
    amount: naira * 100,
    at: atHour(hours),
    timestamp: atHour(reportedAt),
  };
  return report(sandboxActor(mine.test), reversedEvent(loan, fact), atHour(reportedAt));
}

const ask = (query: Record<string, string | number> = {}, loanId = loan.id, by = key) => {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return call(GET, { key: by, path: `/x?${search}`, params: { loanId } });
};

/** The explanation, held against its schema and its own figures: the entries shown are what the accounts come to. */
async function explain(asOf?: BusinessTime, loanId = loan.id) {
  const { status, json } = await ask(asOf ? { asOf: asOf.toISOString() } : {}, loanId);
  expect(status).toBe(200);
  const answer = explainAnswer.strict().parse(json);
  expect(answer.verified).toBe(true);
  const sums: Record<string, number> = {};
  for (const { entries } of answer.events.flatMap(({ journals }) => journals)) {
    expect(Math.round(entries.reduce((sum, { amount }) => sum + amount, 0) * 100)).toBe(0);
    for (const { account, amount } of entries) sums[account] = Math.round(((sums[account] ?? 0) + amount) * 100) / 100;
  }
  for (const [account, amount] of Object.entries(answer.balances.accounts)) expect(sums[account] ?? 0).toBe(amount);
  return answer;
}

/** What was reported, without what the service did itself. */
const reported = (events: ExplainedEvent[]) => events.filter(({ serviceReference }) => serviceReference !== null);

const empty = {
  totalDue: 0,
  totalPaid: 0,
  outstanding: { principal: 0, interest: 0, total: 0 },
  overpaid: 0,
  refundReceivable: 0,
  writtenOff: 0,
  recovered: 0,
};

describe("the balances at an instant", () => {
  test("are those of the books then, and what was known only later is beside them", async () => {
    await deduct("ded-1", 100, 1);
    await deduct("ded-2", 200, 5);
    // Happened before the second, was reported the day after.
    await deduct("ded-late", 50, 3, 30);
    const then = await explain(atHour(10));
    expect(then).toMatchObject({
      status: "ACTIVE",
      balances: { totalDue: 1_090, totalPaid: 300, outstanding: { total: 790 } },
      withLateEvents: { totalDue: 1_090, totalPaid: 350, outstanding: { total: 740 } },
    });
    expect(reported(then.events).map(({ reference, booked, late }) => ({ reference, booked, late }))).toEqual([
      { reference: "ded-1", booked: true, late: false },
      { reference: "ded-late", booked: false, late: true },
      { reference: "ded-2", booked: true, late: false },
    ]);
    expect((await explain(atHour(4))).withLateEvents.totalPaid).toBe(150);
    const today = await explain();
    expect(today.balances).toMatchObject({ totalPaid: 350 });
    const { accounts, ...balances } = today.balances;
    expect(balances).toEqual(today.withLateEvents);
    expect(accounts).toMatchObject({ CASH: -650, PRINCIPAL: 680, INTEREST: 60, INTEREST_INCOME: -90 });
  });

  test("are nothing before the approval, and before the money is out", async () => {
    expect(await explain(later(start, -day))).toMatchObject({
      status: null,
      balances: empty,
      withLateEvents: empty,
      events: [],
    });
    const offer = await anyLoan(mine.test, merchantId);
    expect(await explain(undefined, offer.loanId)).toMatchObject({ status: "APPROVED", balances: empty, events: [] });
  });

  test("begin with what was lent and its interest", async () => {
    const { loanId } = await activeLoan(mine.test, merchantId);
    const { events, balances } = await explain(undefined, loanId);
    expect(events).toMatchObject([
      { type: "DISBURSEMENT", amount: 100_000, effect: "APPLIED", eventId: null, allocation: null },
      { type: "INTEREST", amount: 9_000 },
    ]);
    expect(balances).toMatchObject({ totalDue: 109_000, totalPaid: 0 });
  });
});

describe("reversals", () => {
  test("later deductions move up into what one leaves open", async () => {
    await deduct("ded-1", 100, 1);
    await deduct("ded-2", 100, 2);
    // Of each installment (363.33) the first 30 are interest.
    const before = await explain();
    expect(reported(before.events).map(({ allocation }) => allocation)).toEqual([
      { interest: 30, principal: 70, excess: 0 },
      { interest: 0, principal: 100, excess: 0 },
    ]);
    await reverse("rev-1", "ded-1", 80, 3);
    const { events } = await explain();
    expect(reported(events)).toMatchObject([
      {
        type: "DEDUCTION",
        reference: "ded-1",
        amount: 100,
        allocation: { interest: 20, principal: 0, excess: 0 },
        reversedBy: [{ reference: "rev-1", amount: 80, occurredAt: atHour(3).toISOString() }],
      },
      { reference: "ded-2", allocation: { interest: 10, principal: 90, excess: 0 }, reversedBy: [] },
      { type: "REVERSAL", reference: "rev-1", originalReference: "ded-1", effect: "APPLIED", allocation: null },
    ]);
    // As of before the reversal nothing has changed.
    expect((await explain(atHour(2))).events).toEqual(before.events);
  });

  test("before its deduction one is held, beyond it one has no effect, and an earlier one that comes late displaces it", async () => {
    await reverse("rev-early", "ded-1", 60, 4);
    expect((await explain()).events.at(-1)).toMatchObject({ reference: "rev-early", effect: "HELD", journals: [] });
    await deduct("ded-1", 100, 1, 5);
    expect(await explain()).toMatchObject({ balances: { totalPaid: 40 } });
    await reverse("rev-excess", "ded-1", 70, 6);
    expect((await explain()).events.at(-1)).toMatchObject({ effect: "EXCESS" });
    await reverse("rev-first", "ded-1", 90, 2, 7);
    const { events, balances } = await explain();
    expect(balances.totalPaid).toBe(10);
    expect(reported(events).map(({ reference, effect, late }) => [reference, effect, late])).toEqual([
      ["ded-1", "APPLIED", true],
      ["rev-first", "APPLIED", true],
      ["rev-early", "EXCESS", false],
      ["rev-excess", "EXCESS", false],
    ]);
    // What the books said before the late one came, and what we know of that moment now.
    expect(await explain(later(atHour(7), -1))).toMatchObject({
      balances: { totalPaid: 40 },
      withLateEvents: { totalPaid: 10 },
    });
  });
});

describe("events of every kind", () => {
  test("failed and repeated reports are listed without effect", async () => {
    await deduct("ded-1", 100, 1);
    const again = deductedEvent(loan, { reference: "ded-1", amount: 10_000, at: atHour(1) });
    await report(sandboxActor(mine.test), again, atHour(2));
    const failed = failedEvent(loan, { reference: "ded-2", amount: 5_000, at: atHour(3) });
    const receipt = await report(sandboxActor(mine.test), failed, atHour(3));
    const { events, balances } = await explain();
    expect(balances.totalPaid).toBe(100);
    expect(reported(events)).toMatchObject([
      { effect: "APPLIED", allocation: { interest: 30, principal: 70 } },
      { type: "DEDUCTION", effect: "DUPLICATE", allocation: null, late: false, journals: [] },
      {
        ...{ type: "FAILED_DEDUCTION", effect: "NONE", amount: 50, allocation: null, journals: [] },
        ...{ id: receipt.id, serviceReference: receipt.id, eventId: failed.eventId },
      },
    ]);
  });

  test("an overpayment, its refund, and the reversal that comes after it", async () => {
    await deduct("ded-1", 1_000, 1);
    await deduct("ded-2", 190, 2);
    expect(await explain()).toMatchObject({ status: "REPAID", balances: { overpaid: 100, totalPaid: 1_090 } });
    await transaction(async () => {
      const locked = await lockLoan(everyMerchantOf(mine.test), loan.id);
      await confirmRefund({ actor: sandboxActor(mine.test), loan: locked, amount: kobo(10_000), now: atHour(3) });
    });
    const refunded = await explain();
    expect(refunded).toMatchObject({ balances: { overpaid: 0 }, withLateEvents: { overpaid: 0 } });
    expect(refunded.events.at(-1)).toMatchObject({ type: "REFUND", amount: 100, journals: [{ type: "REFUND" }] });
    await reverse("rev-1", "ded-1", 500, 4);
    const { balances, events, status } = await explain();
    expect(status).toBe("ACTIVE");
    expect(balances).toMatchObject({ totalPaid: 590, outstanding: { total: 500 } });
    const paid = events.flatMap(({ allocation }) => allocation ?? []);
    expect(paid.reduce((sum, { interest, principal }) => sum + interest + principal, 0)).toBe(590);
  });

  test("a write-off and a recovery", async () => {
    const actor = sandboxActor(mine.test);
    await deduct("ded-1", 90, 1);
    await defaultLoan({ actor, loanId: loan.id, input: { reason: "DECIDED" }, now: atHour(2) });
    await writeOffLoan({ actor, loanId: loan.id, input: { reason: "Test" }, now: atHour(3) });
    await deduct("ded-2", 40, 4);
    expect(await explain()).toMatchObject({
      status: "WRITTEN_OFF",
      balances: { totalPaid: 130, writtenOff: 960, recovered: 40, outstanding: { total: 0 } },
      withLateEvents: { totalPaid: 130, writtenOff: 960, recovered: 40 },
      events: [{}, {}, {}, { type: "WRITE_OFF", amount: 1_000 }, { journals: [{ type: "RECOVERY" }] }],
    });
    expect(await explain(atHour(2))).toMatchObject({
      status: "DEFAULTED",
      balances: { outstanding: { total: 1_000 } },
    });
    expect((await explain(atHour(1))).status).toBe("ACTIVE");
  });
});

describe("paging", () => {
  test("goes on after an event, oldest first", async () => {
    for (let i = 1; i <= 5; i++) await deduct(`ded-${i}`, 10, i);
    const whole = (await ask()).json;
    const first = (await ask({ limit: 4 })).json;
    expect(first).toMatchObject({ balances: whole.balances, hasMore: true });
    const events = first.events as { id: string }[];
    const rest = (await ask({ limit: 4, startingAfter: events[3]?.id ?? "" })).json;
    expect(rest.hasMore).toBe(false);
    expect([...events, ...(rest.events as unknown[])]).toEqual(whole.events);
    expect(await ask({ startingAfter: "rep_unknown" })).toMatchObject({
      status: 400,
      json: { errors: [{ field: "startingAfter" }] },
    });
  });
});

describe("what is refused", () => {
  test.each([
    ["nonsense", "yesterday"],
    ["a date without a time", "2026-01-01"],
    ["no offset", "2026-01-01T00:00:00"],
    ["a day that does not exist", "2026-02-30T00:00:00Z"],
    ["nothing", ""],
    ["the future", "2150-01-01T00:00:00Z"],
  ])("asOf: %s", async (_, asOf) => {
    const { status, json } = await ask({ asOf });
    expect({ status, code: json.code }).toEqual({ status: 400, code: "VALIDATION_FAILED" });
    expect(json.errors).toMatchObject([{ field: "asOf" }]);
  });
  test.each(["0", "1001", "x", "1.5"])("limit: %s", async (limit) => {
    expect(await ask({ limit })).toMatchObject({ status: 400, json: { errors: [{ field: "limit" }] } });
  });
  test("any offset is taken, and answered in Z", async () => {
    const { json } = await ask({ asOf: "2026-01-01T01:00:00+01:00" });
    expect(json.asOf).toBe("2026-01-01T00:00:00.000Z");
  });
  test("somebody else's loan, in the words of one that does not exist", async () => {
    const stranger = await accessTokenOf((await createMarketplace()).test);
    const neighbour = await accessTokenOf(mine.test, { merchantId: (await anyMerchant(mine.test)).merchantId });
    for (const by of [stranger, neighbour]) {
      expect(await ask({}, loan.id, by)).toMatchObject({ status: 404, json: { detail: "No such loan." } });
      // Nothing is told of it by way of another error either.
      expect((await ask({ asOf: "2150-01-01T00:00:00Z" }, loan.id, by)).status).toBe(404);
    }
    expect((await ask({}, "loan_unknown")).json.detail).toBe("No such loan.");
    const wrong = await accessTokenOf(mine.test, { scopes: ["events.write"] });
    expect(await ask({}, loan.id, wrong)).toMatchObject({ status: 403, json: { code: "INSUFFICIENT_SCOPE" } });
  });
});
