import { beforeAll, expect, test } from "vitest";
import type { Tenant } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import { everyMerchantOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { payLoan } from "@/test/factories/payment";
import { minuteOf, type ServicedLoan, servicedLoan } from "@/test/factories/serviced-loan";
import { explainLoan } from "./explain-loan";
import { explainAnswer, explainQuery } from "./explain-schema";

useDatabase();

let tenant: Tenant;
let loan: ServicedLoan;
beforeAll(async () => {
  tenant = (await createMarketplace()).test;
});

/** Of 1,000 naira and 90 of interest, out for a day. */
const borrow = () =>
  servicedLoan(tenant, { principal: 100_000, interest: 9_000, disbursedAt: later(minuteOf(0), -day) });

async function explain(asOf?: BusinessTime) {
  const query = { ...explainQuery.parse({}), ...(asOf ? { asOf } : {}) };
  const answer = await explainLoan({ reach: everyMerchantOf(tenant), loanId: loan.loan.id, query, now: minuteOf(100) });
  expect(explainAnswer.strict().parse(answer)).toEqual(answer);
  expect(answer.verified).toBe(true);
  return answer;
}

test("payments are events of their own, say how they came, and pay in their turn", async () => {
  loan = await borrow();
  await loan.deduct(9_000, { now: minuteOf(2) });
  const id = await payLoan(tenant, loan.loan.id, { amount: 30_000, now: minuteOf(1) });
  const { events, balances } = await explain();
  expect(balances).toMatchObject({ totalPaid: 390, outstanding: { total: 700 } });
  expect(events.slice(2)).toMatchObject([
    {
      ...{ id, type: "PAYMENT", source: "DIRECT", amount: 300, reference: id, serviceReference: null },
      ...{ effect: "APPLIED", allocation: { interest: 30, principal: 270, excess: 0 } },
      journals: [{ type: "PAYMENT", source: "DIRECT" }],
    },
    { type: "DEDUCTION", source: "SALES", allocation: { interest: 26.67, principal: 63.33 } },
  ]);
});

test("cooling-off ends a loan from then on, and a reversal opens it again with its interest", async () => {
  loan = await borrow();
  await loan.deduct(9_000, { reference: "one", now: minuteOf(1) });
  await payLoan(tenant, loan.loan.id, { amount: 91_000, coolingOff: true, now: minuteOf(2) });
  expect(await explain(minuteOf(1))).toMatchObject({
    ...{ status: "ACTIVE", closure: null, balances: { totalDue: 1_090, outstanding: { total: 1_000 } } },
  });
  expect(await explain()).toMatchObject({
    ...{ status: "REPAID", closure: "COOLING_OFF", balances: { totalDue: 1_000, totalPaid: 1_000 } },
    withLateEvents: { totalDue: 1_000, totalPaid: 1_000, outstanding: { interest: 0, total: 0 } },
    events: [
      ...[{}, {}, { allocation: { interest: 0, principal: 90 } }],
      ...[{ type: "COOLING_OFF", source: null, amount: 90 }, { source: "DIRECT" }],
    ],
  });
  await loan.reverse("one", 9_000, { now: minuteOf(3) });
  const reopened = { status: "ACTIVE", closure: null, balances: { totalDue: 1_090, outstanding: { total: 180 } } };
  expect(await explain()).toMatchObject(reopened);
});
