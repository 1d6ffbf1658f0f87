import { beforeAll, expect, test } from "vitest";
import { GET as statusRoute } from "@/app/api/marketplace/loans/[loanId]/status/route";
import { GET as breaksRoute } from "@/app/api/v1/marketplace-api/breaks/route";
import { POST as dataRoute } from "@/app/marketplace/data/merchants/route";
import { day, hour, later } from "@/lib/kernel/calendar";
import { businessTime } from "@/lib/kernel/time";
import { call } from "@/test/call-route";
import { watchUntil } from "@/test/collection/shop";
import { useDatabase } from "@/test/database";
import { accessTokenOf } from "@/test/factories/access-token";
import { setClockAhead } from "@/test/factories/clock";
import { disbursedLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { merchantRecord } from "@/test/factories/merchant-record";
import { deductedEvent } from "@/test/factories/repayment";
import { costlyTimeout, fc, proofCases } from "@/test/proof";
import { now as realNow } from "@/test/time";
import { POST as repaymentsRoute } from "./repayments/route";
import { POST as salesRoute } from "./sales/route";

useDatabase();

let market: TestMarketplace;
let token: string;
let ahead = 0;
beforeAll(async () => {
  market = await createMarketplace();
  token = await accessTokenOf(market.test);
});

const now = () => businessTime(realNow(), ahead);

async function wait(time: number): Promise<void> {
  ahead += time;
  await setClockAhead(market.test, ahead);
}

let made = 0;
const anyId = (name: string) => {
  made += 1;
  return `${name}-${made}`;
};

const part = fc.constantFrom(0, 0.000_001, 0.3, 0.999, 1, 3);
/** To before the disbursement, a day back, an hour back, not at all, to a day later, to the present. */
const moved = fc.constantFrom("BEFORE", "BACK", "EARLIER", "NOT", "AFTER", "NOW");
const order = fc.nat(3);

/** What a marketplace may tell in order to owe less. None of it brings money but the least that there is. */
const hostile = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("SALE" as const), order, part, moved, of: fc.nat(1) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("RETURN" as const),
      order,
      part,
      of: fc.constantFrom("ORDER", "ORDER", "ORDER", "RETURN", "UNKNOWN", "ANOTHER_MERCHANT"),
      id: fc.constantFrom("NEW", "SAME", "ORDER"),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("SOURCE" as const),
      order,
      part,
      moved,
      type: fc.constantFrom("sale", "payout", "settlement"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("NEW_SALE" as const), part, moved }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("DATA" as const), pays: fc.constantFrom("DAILY", "MONTHLY") }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("REFUSED" as const), order, in: fc.constantFrom("USD", "FUTURE") }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("WAIT" as const), hours: fc.constantFrom(1, 25, 300) }) },
);
type Step = typeof hostile extends fc.Arbitrary<infer Kind> ? Kind : never;

type Told = { orderId: string; amount: number; at: Date };

/** A loan whose first sales are due and were told of in every way, with nothing deducted but a kobo of some. */
async function owing() {
  const lent = later(now(), -day);
  const [merchant, other] = [await anyMerchant(market.test), await anyMerchant(market.test)];
  const loan = await disbursedLoan(market.test, {
    ...{ merchantId: merchant.merchantId, principal: 1_000_000_000_00, interest: 100_00, disbursedAt: lent },
  });
  const named = {
    ...{ id: loan.id, reference: loan.reference, marketplaceId: market.test.marketplaceId },
    thirdPartyCustomerId: merchant.thirdPartyCustomerId,
  };
  const sell = (told: Told & { merchantId?: string; refundOf?: string; currency?: string }) => {
    const { at, merchantId = merchant.merchantId, currency = "NGN", ...sale } = told;
    const body = { ...sale, eventId: anyId("sale"), merchantId, currency, occurredAt: at.toISOString() };
    return call(salesRoute, { key: token, body });
  };
  /** A deduction of a kobo, which tells of its source. */
  const deduct = (source: Told & { type: string }) => {
    const { orderId: id, amount: grossAmount, at: timestamp, type } = source;
    const fact = { reference: anyId("d"), amount: 1, at: now(), timestamp: now(), eventId: anyId("deducted") };
    const event = { ...deductedEvent(named, fact), sourceTransaction: { id, type, grossAmount, timestamp } };
    return call(repaymentsRoute, { key: token, body: event });
  };
  const collected = async () => {
    await watchUntil(loan.id, now());
    const { json } = await call(statusRoute, { key: token, params: { loanId: loan.id } });
    const sums = json.collection as Record<"agreed" | "taken" | "missing" | "changed", number>;
    const kobo = (amount: number) => Math.round(amount * 100);
    return {
      agreed: kobo(sums.agreed),
      taken: kobo(sums.taken),
      missing: kobo(sums.missing),
      changed: kobo(sums.changed),
    };
  };
  const ended = async () => {
    const path = `/breaks?type=SHORT_DEDUCTION&status=RESOLVED&loanId=${loan.id}`;
    const { json } = await call(breaksRoute, { key: market.testKey, path });
    return json.data;
  };
  const orders: Told[] = [0, 1, 2, 3].map((i) => {
    return { orderId: anyId("order"), amount: 100_000 * (i + 1), at: later(now(), i * 1_000 - 5 * hour) };
  });
  const [first, second, third, fourth] = orders as [Told, Told, Told, Told];
  // Nothing else was sold when its amount was settled: it is itself the sale.
  fourth.at = later(now(), -6 * hour);
  await deduct({ ...fourth, type: "payout" });
  await wait(25 * hour);
  for (const sale of [first, second]) sale.at = later(now(), -hour);
  third.at = later(now(), -2 * hour);
  expect((await sell(first)).status).toBe(200);
  expect((await sell(second)).status).toBe(200);
  await deduct({ ...third, type: "sale" });
  await wait(10 * day);
  return { merchant, other, lent, orders, sell, deduct, collected, ended };
}

type Owing = Awaited<ReturnType<typeof owing>>;

async function tell(step: Step, { merchant, other, lent, orders, sell, deduct }: Owing): Promise<void> {
  const sold = orders["order" in step ? step.order : 0] as Told;
  const amount = (of: number) => Math.round(sold.amount * of * 100) / 100;
  const momentOf = (move: string) =>
    ({
      ...{ BEFORE: later(lent, -1_000), BACK: later(sold.at, -day), EARLIER: later(sold.at, -hour), NOT: sold.at },
      ...{ AFTER: later(sold.at, day), NOW: now() },
    })[move] ?? sold.at;
  switch (step.kind) {
    case "SALE": {
      const { merchantId } = step.of === 0 ? merchant : other;
      const answer = await sell({ ...sold, merchantId, amount: amount(step.part), at: momentOf(step.moved) });
      return expect(answer.status).toBe(200);
    }
    case "RETURN": {
      const orderId = { NEW: anyId("return"), SAME: `return-of-${sold.orderId}`, ORDER: orders[0]?.orderId ?? "" }[
        step.id
      ];
      const refundOf =
        { RETURN: `return-of-${sold.orderId}`, UNKNOWN: anyId("unknown") }[step.of as string] ?? sold.orderId;
      const { merchantId } = step.of === "ANOTHER_MERCHANT" ? other : merchant;
      const answer = await sell({ merchantId, orderId, refundOf, amount: amount(step.part), at: now() });
      return expect(answer.status).toBe(refundOf === orderId || amount(step.part) === 0 ? 400 : 200);
    }
    case "SOURCE": {
      const { status } = await deduct({
        ...sold,
        amount: amount(step.part),
        at: momentOf(step.moved),
        type: step.type,
      });
      return expect(status).toBe(200);
    }
    case "NEW_SALE":
      return void (await sell({ orderId: anyId("order"), amount: amount(step.part), at: momentOf(step.moved) }));
    case "DATA": {
      const record = merchantRecord({}, now());
      const body = {
        ...record,
        merchantIdentity: { ...record.merchantIdentity, merchantId: merchant.thirdPartyCustomerId },
        payoutCashFlow: { ...record.payoutCashFlow, payoutFrequency: step.pays },
      };
      return expect((await call(dataRoute, { key: token, body })).status).toBe(200);
    }
    case "REFUSED": {
      const wrong = step.in === "USD" ? { currency: "USD" } : { at: later(now(), hour) };
      return expect((await sell({ ...sold, amount: 0, ...wrong })).status).toBe(400);
    }
    case "WAIT":
      return wait(step.hours * hour);
  }
}

test(
  "however a marketplace tells of its sales again, what is agreed and what is missing never falls without money",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 8 }), async (steps) => {
        const all = await owing();
        const before = await all.collected();
        expect(before).toMatchObject({ agreed: 100_000_00, taken: 2, missing: 100_000_00 - 2, changed: 0 });
        for (const step of steps) {
          await tell(step, all);
          const { agreed, taken, missing, changed } = await all.collected();
          const said = JSON.stringify(step);
          expect(agreed, said).toBeGreaterThanOrEqual(before.agreed);
          expect(missing + taken, said).toBeGreaterThanOrEqual(before.missing + before.taken);
          expect(changed, said).toBeLessThanOrEqual(agreed);
          expect(await all.ended(), said).toEqual([]);
        }
      }),
      { numRuns: proofCases > 200 ? Math.ceil(proofCases * 0.2) : 6, endOnFailure: true },
    );
  },
  costlyTimeout,
);
