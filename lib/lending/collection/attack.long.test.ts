import { expect, test } from "vitest";
import { GET as statusRoute } from "@/app/api/marketplace/loans/[loanId]/status/route";
import { POST as cancelRoute } from "@/app/api/v1/marketplace-api/test-helpers/loans/[loanId]/cancel/route";
import { POST as pauseRoute } from "@/app/api/v1/marketplace-api/test-helpers/loans/[loanId]/pause/route";
import { POST as resumeRoute } from "@/app/api/v1/marketplace-api/test-helpers/loans/[loanId]/resume/route";
import { POST as repaymentRoute } from "@/app/api/v1/webhooks/marketplace/repayment/route";
import { POST as salesRoute } from "@/app/marketplace/data/events/sales/route";
import type { Route } from "@/lib/edge/http/route";
import { day, hour, later } from "@/lib/kernel/calendar";
import type { BusinessTime } from "@/lib/kernel/time";
import { call } from "@/test/call-route";
import { watchUntil } from "@/test/collection/shop";
import { useDatabase } from "@/test/database";
import { accessTokenOf } from "@/test/factories/access-token";
import { setClockAhead } from "@/test/factories/clock";
import { disbursedLoan } from "@/test/factories/disbursed-loan";
import { apiSecretOf, signedWebhook } from "@/test/factories/inbound";
import { anyMerchant } from "@/test/factories/kyc";
import { anyLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { costlyTimeout, fc, proofCases } from "@/test/proof";
import { instant, now as realNow } from "@/test/time";

useDatabase();

/** A marketplace that has told of sales and would rather not pay: what it says, by HTTP alone. */
const order = fc.nat(3);
const part = fc.constantFrom(0, 0.001, 0.3, 1, 3);
const shift = fc.constantFrom(0, 0, -hour, -day, day, -40 * day);
const currency = fc.constantFrom("NGN", "NGN", "NGN", "USD", null);
const step = fc.oneof(
  fc.record({ does: fc.constant("tell" as const), order, part, shift, elsewhere: fc.boolean(), currency }),
  fc.record({
    does: fc.constant("return" as const),
    order,
    part,
    number: fc.nat(2),
    of: fc.constantFrom("order", "return", "unknown"),
  }),
  fc.record({ does: fc.constant("rename" as const), order, part, name: fc.constantFrom("lower", "space", "inner") }),
  fc.record({ does: fc.constant("repeat" as const), number: fc.nat(9), changed: fc.boolean() }),
  fc.record({
    does: fc.constant("deduct" as const),
    ...{ order: fc.option(order, { freq: 4 }), part: fc.constantFrom(0.01, 0.1, 0.5, 2), loan: fc.nat(2) },
    ...{ type: fc.constantFrom("sale", "sale", "payout"), says: part, shift, reversedFirst: fc.boolean() },
  }),
  fc.record({
    does: fc.constant("reverse" as const),
    number: fc.nat(9),
    part: fc.constantFrom(0.5, 1, 2),
    early: fc.boolean(),
  }),
  fc.record({ does: fc.constantFrom("cancel" as const, "pause" as const, "resume" as const), loan: fc.nat(2) }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const world = fc.record({
  loans: fc.constantFrom(1, 2),
  due: fc.constantFrom(50_000_000, 1_000_000),
  sales: fc.array(fc.constantFrom(10_000, 1_234_567, 9_000_000), { minLength: 1, maxLength: 4 }),
  before: fc.array(step, { maxLength: 4 }),
  attack: fc.array(fc.tuple(step, fc.constantFrom(0, 0, hour, 2 * day, 20 * day)), { minLength: 1, maxLength: 9 }),
});

type Figure = "agreed" | "missing" | "awaited" | "excess";
type Reversal = { reference: string; amount: number; at: Date };

/** What is left of a deduction: its reversals count in the order in which they happened, as far as each still fits. */
function netOf({ amount, reversals }: { amount: number; reversals: readonly Reversal[] }): number {
  const inOrder = [...reversals].sort(
    (one, other) => one.at.getTime() - other.at.getTime() || (one.reference < other.reference ? -1 : 1),
  );
  return inOrder.reduce((left, reversal) => (reversal.amount > left ? left : left - reversal.amount), amount);
}

const naira = (kobo: number) => Math.round(kobo) / 100;

/** Someone who talks to the service, and what it says of the loans: kobo. */
async function attacker(drawn: { loans: number; due: number; sales: readonly number[] }) {
  const { test: tenant, testKey } = await createMarketplace();
  const [mine, other] = [await anyMerchant(tenant), await anyMerchant(tenant)];
  const begun = realNow();
  const token = await accessTokenOf(tenant);
  const secret = await apiSecretOf(tenant);
  const made: string[] = [];
  for (let i = 0; i < drawn.loans; i++) {
    const interest = drawn.due / 10;
    const terms = { merchantId: mine.merchantId, principal: drawn.due - interest, interest };
    made.push((await disbursedLoan(tenant, { ...terms, disbursedAt: later(begun, (i - 5) * day) })).id);
  }
  // An offer, of whose deductions nothing repays anything.
  const { loanId: offer } = await anyLoan(tenant, mine.merchantId, { now: begun });
  const lent = [...made, offer];
  const sold = drawn.sales.map((amount, i) => ({
    orderId: `Order ${i}`,
    amount,
    at: later(begun, -hour * (i * 9 + 1)),
  }));
  const events: Record<string, unknown>[] = [];
  const deductions: { loan: string; reference: string; amount: number; reversals: Reversal[] }[] = [];
  let ahead = 0;
  let told = 0;
  const clock = (): BusinessTime => later(instant(realNow()), ahead);
  const send = async (route: Route, options: Parameters<typeof call>[1]) => {
    const { status, json } = await call(route, options);
    if (status >= 500) throw new Error(`A fault of ours: ${JSON.stringify(json)}`);
    return status < 300;
  };
  const tellEvent = async (event: Record<string, unknown>) => send(salesRoute, { key: token, body: event });
  const tell = async (sale: {
    orderId: string;
    amount: number;
    at: Date;
    refundOf?: string;
    elsewhere?: boolean;
    currency?: string | null;
  }) => {
    const { orderId, amount, at, refundOf, elsewhere = false, currency = "NGN" } = sale;
    told += 1;
    const merchantId = (elsewhere ? other : mine).thirdPartyCustomerId;
    const event = {
      eventId: `sale-${told}`,
      merchantId,
      orderId,
      amount: naira(amount),
      currency,
      occurredAt: at,
    };
    events.push({ ...event, ...(refundOf !== undefined && { refundOf }) });
    await tellEvent(events.at(-1) ?? {});
  };
  const report = async (loan: string, event: string, deduction: Record<string, unknown>, source?: object) => {
    told += 1;
    const body = {
      ...{ event, event_id: `evt-${told}`, timestamp: clock(), marketplace: { id: tenant.marketplaceId } },
      ...{ merchant: { marketplace_id: mine.thirdPartyCustomerId }, loan: { service_id: loan } },
      deduction: { currency: "NGN", ...deduction },
      ...(source && { source_transaction: source }),
    };
    const { raw, headers } = signedWebhook({ secret, marketplaceId: tenant.marketplaceId, body });
    return send(repaymentRoute, { raw, headers });
  };
  const saleOf = (number: number) => sold[number % sold.length] ?? { orderId: "", amount: 0, at: begun };
  const help = (route: Route, loan: string) => send(route, { key: testKey, params: { loanId: loan }, body: {} });

  const does = async (one: Step): Promise<void> => {
    switch (one.does) {
      case "tell": {
        const { orderId, amount, at } = saleOf(one.order);
        return tell({
          orderId,
          amount: amount * one.part,
          at: later(at, one.shift),
          elsewhere: one.elsewhere,
          currency: one.currency,
        });
      }
      case "return": {
        const { orderId, amount, at } = saleOf(one.order);
        const back = `Return ${one.order}-${one.number}`;
        const refundOf = { order: orderId, return: `Return ${one.order}-${(one.number + 1) % 3}`, unknown: "Nothing" }[
          one.of
        ];
        return tell({ orderId: back, amount: Math.max(100, amount * one.part), at, refundOf });
      }
      case "rename": {
        const { orderId, amount, at } = saleOf(one.order);
        const name = { lower: orderId.toLowerCase(), space: ` ${orderId}`, inner: orderId.replace(" ", "  ") }[
          one.name
        ];
        return tell({ orderId: name, amount: amount * one.part, at });
      }
      case "repeat": {
        const event = events[one.number % events.length];
        if (event) await tellEvent(one.changed ? { ...event, amount: 0.01 } : event);
        return;
      }
      case "deduct": {
        const { orderId, amount, at } = saleOf(one.order ?? 0);
        const [loan, reference] = [lent[one.loan % lent.length] ?? "", `ded-${told}`];
        const taken = Math.max(1, Math.round(amount * one.part));
        const source = {
          id: orderId,
          type: one.type,
          gross_amount: naira(amount * one.says),
          timestamp: later(at, one.shift),
        };
        const fact = { reference, amount: naira(taken), deducted_at: clock() };
        const reversals: Reversal[] = [];
        if (one.reversedFirst) {
          const back = { reference: `rev-${told}`, amount: Math.ceil(taken / 3), at: clock() };
          const of = { reference: back.reference, original_reference: reference, amount: naira(back.amount) };
          await report(loan, "repayment.reversed", { ...of, reversed_at: back.at, reason_code: "REFUNDED" });
          reversals.push(back);
        }
        if (await report(loan, "repayment.deducted", fact, one.order === null ? undefined : source))
          deductions.push({ loan, reference, amount: taken, reversals });
        return;
      }
      case "reverse": {
        const deduction = deductions[one.number % Math.max(1, deductions.length)];
        if (!deduction) return;
        const amount = Math.max(1, Math.round(deduction.amount * one.part));
        const at = one.early ? later(begun, -hour) : clock();
        const reference = `rev-${told}`;
        const fact = { reference, original_reference: deduction.reference, amount: naira(amount) };
        await report(deduction.loan, "repayment.reversed", { ...fact, reversed_at: at, reason_code: "REFUNDED" });
        deduction.reversals.push({ reference, amount, at });
        return;
      }
      case "cancel":
        await help(cancelRoute, offer);
        return;
      default:
        await help(one.does === "pause" ? pauseRoute : resumeRoute, made[one.loan % made.length] ?? "");
    }
  };

  return {
    sell: async () => {
      for (const sale of sold) await tell(sale);
    },
    does,
    pass: async (time: number) => {
      ahead += time;
      await setClockAhead(tenant, ahead);
    },
    /** What is agreed of the loans and has not come in, and of each deduction what is left, once everything that is due has been computed. */
    owed: async () => {
      for (let round = 0, times = 1; times > 0 && round < 9; round++) {
        times = 0;
        for (const id of made) times += await watchUntil(id, later(clock(), hour));
      }
      const came = deductions.map((deduction) => (deduction.loan === offer ? 0 : netOf(deduction)));
      const sums = { agreed: 0, open: 0, excess: 0, came };
      for (const loanId of made) {
        const { json } = await call(statusRoute, { key: token, params: { loanId } });
        const { agreed, missing, awaited, excess } = json.collection as Record<Figure, number>;
        sums.agreed += Math.round(agreed * 100);
        sums.open += Math.round((missing + awaited) * 100);
        sums.excess += Math.round(excess * 100);
      }
      return sums;
    },
  };
}

test(
  "whatever is told of sales again, moved, returned and reversed: what is owed of them falls by money alone",
  async () => {
    await fc.assert(
      fc.asyncProperty(world, async (drawn) => {
        const it = await attacker(drawn);
        await it.sell();
        for (const one of drawn.before) await it.does(one);
        // Every share is due, whatever day its sale was moved to.
        await it.pass(14 * day);
        const seen = [await it.owed()];
        for (const [one, time] of drawn.attack) {
          await it.does(one);
          await it.pass(time);
          const owed = await it.owed();
          const net = owed.came.reduce((sum, one) => sum + one, 0);
          expect(owed.open, JSON.stringify({ drawn, owed })).toBeGreaterThanOrEqual(owed.agreed - net);
          for (const before of seen) {
            const came = owed.came.reduce((sum, net, i) => sum + Math.max(0, net - (before.came[i] ?? 0)), 0);
            const say = JSON.stringify({ drawn, before, owed, came });
            expect(owed.agreed, say).toBeGreaterThanOrEqual(before.agreed - came);
            // What was too much may become right, as when half of it is reversed; it is money, too. And what one loan is given
            // of a sale beyond its share leaves another less to ask of it, as no sale gives more than half.
            const less = Math.max(0, before.agreed - owed.agreed);
            expect(owed.open, say).toBeGreaterThanOrEqual(before.open - before.excess - came - less);
          }
          seen.push(owed);
        }
      }),
      { numRuns: Math.ceil(proofCases * 0.03), endOnFailure: false },
    );
  },
  costlyTimeout,
);
