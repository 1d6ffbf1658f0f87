import { createElement as element } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { type Journey, JourneyContext } from "@/components/journey/context";
import type { PaymentAnswer } from "@/lib/lending/transfers/payments/schema";
import type { JourneyLoan } from "@/lib/surfaces/journey/schema";
import { newestNews } from "./newest-news";
import { PaymentNews } from "./payment-news";

const now = "2026-11-21T12:00:00.000Z";
const daysAgo = (days: number) => new Date(Date.parse(now) - days * 86_400_000).toISOString();

function payment(of: Partial<PaymentAnswer>): PaymentAnswer {
  const money = { source: "DIRECT", amount: 5_000, coolingOff: false } as const;
  const moments = { orderedAt: daysAgo(9), debitOn: null, finishedAt: null, reversedAt: null };
  return { id: "pmt_1", status: "CONFIRMED", failure: null, ...money, ...moments, ...of };
}
const older = payment({ id: "pmt_1", finishedAt: daysAgo(2) });
const takenBack = payment({ id: "pmt_2", status: "REVERSED", finishedAt: daysAgo(8), reversedAt: daysAgo(1) });

describe("the last news", () => {
  test("is what was heard last, whatever was ordered last", () => {
    const failed = payment({ id: "pmt_3", status: "FAILED", finishedAt: daysAgo(2.5) });
    expect(newestNews([failed, takenBack, older], now)).toBe(takenBack);
    expect(newestNews([failed, older], now)).toBe(older);
    expect(
      newestNews([payment({ status: "REVERSED", finishedAt: daysAgo(1), reversedAt: daysAgo(2) }), takenBack], now),
    ).toBe(takenBack);
  });

  test("is none after three days, and not what is under way or given up", () => {
    expect(newestNews([payment({ finishedAt: daysAgo(3) })], now)).toBeUndefined();
    expect(
      newestNews([payment({ status: "REVERSED", finishedAt: daysAgo(5), reversedAt: daysAgo(4) })], now),
    ).toBeUndefined();
    expect(
      newestNews([payment({ status: "PENDING" }), payment({ status: "CANCELLED", finishedAt: now })], now),
    ).toBeUndefined();
  });
});

describe("a payment that was taken back", () => {
  test.each([
    ["runs", { outstanding: 109_000 }, "You owe it again. ₦109,000.00 is left to pay."],
    [
      "was written off",
      { outstanding: 0, writtenOff: 20_000, status: "WRITTEN_OFF" },
      "You owe it again. ₦20,000.00 is left to pay.",
    ],
    ["was overpaid", { outstanding: 1_000 }, "You owe ₦1,000.00 of it again. ₦1,000.00 is left to pay."],
    ["is still paid", { outstanding: 0 }, "It was more than you owed, so you owe nothing for it."],
    ["is paused", { outstanding: 109_000, pause: { since: now, reason: "Test" } }, "It no longer counts as paid back."],
  ] as const)("is told where the loan %s", (_, loan, words) => {
    const page = newsOf(loan);
    expect(page).toContain("Your bank took back ₦5,000.00");
    expect(page).toContain(words);
    expect(page).not.toContain("has arrived");
  });
});

function newsOf(of: { outstanding: number } & object): string {
  const { outstanding, ...changes } = of;
  const base = { status: "ACTIVE", writtenOff: 0, pause: null, mandate: "ACTIVE", health: { overdueAmount: 0 } };
  const loan = { ...base, ...changes, outstanding: { total: outstanding }, payments: [takenBack, older] };
  const journey = { session: { now } } as unknown as Journey;
  const news = element(PaymentNews, { loan: loan as unknown as JourneyLoan });
  return renderToStaticMarkup(element(JourneyContext, { value: journey }, news));
}
