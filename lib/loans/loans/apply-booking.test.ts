import { beforeAll, describe, expect, test } from "vitest";
import { day, later } from "@/lib/kernel/calendar";
import type { BusinessTime } from "@/lib/kernel/time";
import { useDatabase } from "@/test/database";
import { setLoan, usualLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { anyReference } from "@/test/factories/repayment";
import { minuteOf, type ServicedLoan, servicedLoan } from "@/test/factories/serviced-loan";
import { costlyCases, costlyTimeout, fc, proofSeed } from "@/test/proof";

useDatabase();

const { due } = usualLoan;
const line = due * 0.9;

let market: TestMarketplace;
beforeAll(async () => {
  market = await createMarketplace();
});

/** The fields common to all events. */
function common(loan: ServicedLoan, event: string, at: BusinessTime, status: string) {
  return {
    event,
    event_id: expect.stringMatching(/^evt_/),
    timestamp: at.toISOString(),
    api_version: "2026-11-01",
    environment: "test",
    sequence: expect.any(Number),
    merchant: { service_id: loan.loan.merchantId, marketplace_id: loan.loan.thirdPartyCustomerId },
    loan: { id: loan.loan.id, reference: loan.loan.reference, status },
  };
}

describe("loan.nearly_complete", () => {
  test("is sent exactly once when more than 90 percent is paid, with what may still be deducted", async () => {
    const loan = await servicedLoan(market.test);
    await loan.deduct(line);
    expect(await loan.events()).toEqual([]);
    await loan.deduct(1);
    expect(await loan.events()).toEqual([
      {
        ...common(loan, "loan.nearly_complete", minuteOf(2), "ACTIVE"),
        collection: expect.objectContaining({ from: "2026-09-21", to: "2026-10-01" }),
        percent_paid: 90,
        outstanding: 10_899.99,
        max_deduction_amount: 10_899.99,
      },
    ]);
    await loan.deduct(500_000);
    await loan.deduct(100_000);
    expect(await loan.eventTypes()).toEqual(["loan.nearly_complete"]);
  });

  test("is sent again only after a reversal took it back below", async () => {
    const loan = await servicedLoan(market.test);
    await loan.deduct(line - 100, { reference: "most" });
    await loan.deduct(1_000, { reference: "over" });
    await loan.reverse("over", 899);
    await loan.deduct(5_000, { reference: "further" });
    expect(await loan.eventTypes()).toEqual(["loan.nearly_complete"]);
    // Exactly 90 percent, which is not more than 90.
    await loan.reverse("further", 5_000);
    await loan.reverse("over", 1);
    expect((await loan.figures()).paid).toBe(line);
    await loan.deduct(50_000);
    const events = await loan.events();
    expect(events.map(({ event }) => event)).toEqual(["loan.nearly_complete", "loan.nearly_complete"]);
    expect(events.map((event) => event.max_deduction_amount)).toEqual([10_891, 10_400]);
  });

  test("is not sent again when a repaid loan is reopened above 90 percent", async () => {
    const loan = await servicedLoan(market.test);
    await loan.deduct(line + 10, { reference: "most" });
    await loan.deduct(due - line - 10, { reference: "rest" });
    await loan.reverse("rest", 50_000);
    await loan.deduct(20_000);
    await loan.deduct(30_000);
    expect(await loan.eventTypes()).toEqual([
      ...["loan.nearly_complete", "loan.completed"],
      ...["loan.reopened", "loan.completed"],
    ]);
  });

  test("goes with the mending of a default that crosses the line", async () => {
    const loan = await servicedLoan(market.test);
    const now = later(minuteOf(0), 70 * day);
    await setLoan(market.test, loan.loan.id, { status: "DEFAULTED", defaultReason: "OVERDUE", defaultedAt: now });
    await loan.deduct(7_000_000, { now });
    await loan.deduct(line + 100 - 7_000_000, { now });
    expect(await loan.eventTypes()).toEqual(["loan.reopened", "loan.nearly_complete"]);
    const { defaultedAt, defaultReason, status } = await loan.row();
    expect([defaultedAt, defaultReason, status]).toEqual([null, null, "ACTIVE"]);
  });

  test("is sent for a defaulted loan too, once", async () => {
    const loan = await servicedLoan(market.test);
    await setLoan(market.test, loan.loan.id, {
      status: "DEFAULTED",
      defaultReason: "DECIDED",
      defaultedAt: minuteOf(0),
    });
    await loan.deduct(line + 100);
    await loan.deduct(100);
    expect(await loan.events()).toEqual([
      {
        ...common(loan, "loan.nearly_complete", minuteOf(1), "DEFAULTED"),
        collection: expect.objectContaining({ from: "2026-09-21", to: "2026-10-01" }),
        percent_paid: 90,
        outstanding: 10_899,
        max_deduction_amount: 10_899,
      },
    ]);
  });
});

describe("a repayment that completes", () => {
  test("sends loan.completed only, whole", async () => {
    const loan = await servicedLoan(market.test);
    await loan.deduct(1_000_000, { reference: "undone", at: minuteOf(-60) });
    await loan.reverse("undone", 1_000_000, { at: minuteOf(-50) });
    await loan.deduct(2_000_000, { reference: "first", at: minuteOf(-40) });
    await loan.reverse("first", 500_000, { at: minuteOf(-30) });
    await loan.deduct(due - 1_500_000, { at: minuteOf(-20) });
    expect(await loan.events()).toEqual([
      {
        ...common(loan, "loan.completed", minuteOf(5), "REPAID"),
        collection: expect.objectContaining({ from: "2026-09-21", to: "2026-10-01" }),
        summary: {
          principal_repaid: 100_000,
          interest_repaid: 9_000,
          total_repaid: 109_000,
          total_deductions: 2,
          first_deduction_at: minuteOf(-40).toISOString(),
          final_deduction_at: minuteOf(-20).toISOString(),
          completed_at: minuteOf(5).toISOString(),
        },
        action_required: "stop_deductions",
        message: expect.stringContaining("repaid"),
      },
    ]);
    expect(await loan.row()).toMatchObject({ status: "REPAID", completedAt: minuteOf(5), dueAt: null });
  });

  test("beyond the debt too; what exceeds it is in no summary", async () => {
    const loan = await servicedLoan(market.test);
    await loan.deduct(due + 123_456);
    const [event, ...others] = await loan.events();
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      event: "loan.completed",
      summary: { principal_repaid: 100_000, interest_repaid: 9_000, total_repaid: 109_000, total_deductions: 1 },
    });
    await loan.deduct(50_000);
    expect(await loan.eventTypes()).toEqual(["loan.completed"]);
  });

  test("of a default ends the default, whyever it was", async () => {
    for (const defaultReason of ["OVERDUE", "DECIDED"] as const) {
      const loan = await servicedLoan(market.test);
      await setLoan(market.test, loan.loan.id, { status: "DEFAULTED", defaultReason, defaultedAt: minuteOf(0) });
      await loan.deduct(due, { reference: "all" });
      expect(await loan.eventTypes()).toEqual(["loan.completed"]);
      await loan.reverse("all", 1);
      expect(await loan.row()).toMatchObject({ status: "ACTIVE", defaultReason: null, completedAt: null });
    }
  });
});

describe("a refund of what was deducted too much", () => {
  test("is due a day later in test, and not while nothing is owed", async () => {
    const loan = await servicedLoan(market.test);
    await loan.deduct(due + 100, { reference: "all" });
    expect(await loan.row()).toMatchObject({ refundDueAt: later(minuteOf(1), day), dueAt: later(minuteOf(1), day) });
    await loan.deduct(100);
    expect((await loan.row()).refundDueAt).toEqual(later(minuteOf(1), day));
    await loan.reverse("all", 200);
    expect((await loan.row()).refundDueAt).toBeNull();
  });

  test("is an operator's to order for live data", async () => {
    const live = await createMarketplace({ live: true });
    const { merchantId } = await anyMerchant(live.live);
    const loan = await servicedLoan(live.live, { merchantId });
    await loan.deduct(due + 100);
    expect(await loan.row()).toMatchObject({ status: "REPAID", refundDueAt: null, dueAt: null });
  });
});

test("a marketplace that keeps to the last max_deduction_amount never deducts too much", {
  timeout: costlyTimeout,
}, async () => {
  const step = fc.record({
    reverses: fc.integer({ min: 1, max: 4 }),
    thousandths: fc.integer({ min: 300, max: 1_000 }),
  });
  const walks = fc.array(step, { minLength: 8, maxLength: 16 });
  let capped = 0;
  const play = async (walk: { reverses: number; thousandths: number }[], number: number) => {
    const loan = await servicedLoan(market.test, { principal: 1_000 + number, interest: number * 3, tenorDays: 30 });
    const total = 1_000 + number * 4;
    const mine: { reference: string; amount: number }[] = [];
    let cap = Number.POSITIVE_INFINITY;
    let told = 0;
    const deduct = async (wish: number) => {
      const amount = Math.min(wish, cap);
      if (wish > cap) capped += 1;
      if (amount === 0) return;
      const reference = anyReference("walk");
      await loan.deduct(amount, { reference });
      mine.push({ reference, amount });
      cap -= amount;
    };
    const listen = async () => {
      const events = await loan.events();
      const event = events.at(-1);
      if (event && events.length > told) {
        cap = event.event === "loan.completed" ? 0 : Math.round(Number(event.max_deduction_amount) * 100);
        const { principal, interest } = await loan.figures();
        expect(cap).toBe(principal + interest);
      }
      told = events.length;
      expect((await loan.figures()).overpaid, `PROOF_SEED=${proofSeed}, walk ${number}`).toBe(0);
    };
    await deduct(Math.floor(total * 0.8));
    for (const { reverses, thousandths } of walk) {
      const last = mine.at(-1);
      if (reverses === 1 && last) {
        await loan.reverse(last.reference, last.amount);
        cap += last.amount;
        mine.pop();
      } else {
        // At most a tenth of the debt at a time, and no more than the last event allowed.
        await deduct(Math.floor((total * thousandths) / 10_000));
      }
      await listen();
    }
    while ((await loan.row()).status !== "REPAID") {
      await deduct(Math.floor(total / 10));
      await listen();
    }
    expect(await loan.figures()).toMatchObject({ paid: total, overpaid: 0 });
  };
  await Promise.all(fc.sample(walks, costlyCases).map(play));
  expect(capped).toBeGreaterThan(costlyCases / 3);
});

test("loan.reopened of a paused loan says to wait", async () => {
  const loan = await servicedLoan(market.test);
  await loan.deduct(due, { reference: "all" });
  await setLoan(market.test, loan.loan.id, { pausedAt: minuteOf(1) });
  await loan.reverse("all", 5_000);
  expect(await loan.events()).toMatchObject([
    { event: "loan.completed" },
    {
      event: "loan.reopened",
      action_required: "await_resumption",
      message: expect.stringMatching(/Collection is paused/),
    },
  ]);
});
