import { beforeAll, beforeEach, expect, test } from "vitest";
import { hour, later } from "@/lib/kernel/calendar";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { refundOverpayment } from "@/lib/lending/transfers/payouts/refund-overpayment";
import { sendPayout } from "@/lib/lending/transfers/payouts/send-payout";
import type { RepaymentEvent } from "@/lib/sales/data-events/schema";
import { useDatabase } from "@/test/database";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { activeLoan, anyLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { payLoan } from "@/test/factories/payment";
import { deductedEvent, failedEvent, type ReportedLoan, report, reversedEvent } from "@/test/factories/repayment";
import { instant } from "@/test/time";
import { readStatement } from "./read-statement";
import { statement as statementSchema } from "./schema";

useDatabase();

const start = instant("2026-03-02T09:00:00Z");
const at = (hours: number) => later(start, hours * hour);
let marketplace: TestMarketplace;
let merchant: Awaited<ReturnType<typeof anyMerchant>>;
beforeAll(async () => {
  marketplace = await createMarketplace();
});
beforeEach(async () => {
  merchant = await anyMerchant(marketplace.test);
});

async function borrow(make: typeof activeLoan = activeLoan): Promise<ReportedLoan> {
  const { loanId, reference } = await make(marketplace.test, merchant.merchantId, { now: start });
  const { marketplaceId } = marketplace;
  return { id: loanId, reference, marketplaceId, thirdPartyCustomerId: merchant.thirdPartyCustomerId };
}

const tell = (event: RepaymentEvent, now: BusinessTime) => report(sandboxActor(marketplace.test), event, now);

async function read(loan: ReportedLoan, most?: number) {
  const { test: tenant } = marketplace;
  const reach = reachOf({ kind: "embedToken", tenant, merchantId: merchant.merchantId });
  const answer = await readStatement({ reach, loanId: loan.id, now: at(1_000), ...(most ? { most } : {}) });
  expect(statementSchema.parse(answer)).toEqual(answer);
  return answer;
}

test("names every deduction with its sale, links reversals to what they reverse, and adds up", async () => {
  const loan = await borrow();
  const sale = { id: "ORD-7", type: "sale", grossAmount: 50_000, timestamp: at(1) };
  await tell(
    { ...deductedEvent(loan, { reference: "A", amount: 500_000, at: at(1) }), sourceTransaction: sale },
    at(1),
  );
  await tell(deductedEvent(loan, { reference: "B", amount: 200_000, at: at(2) }), at(2));
  await tell(reversedEvent(loan, { reference: "R", originalReference: "A", amount: 150_000, at: at(3) }), at(3));
  await tell(failedEvent(loan, { reference: "F", amount: 100_000, at: at(4) }), at(4));
  const { entries, totals, truncated } = await read(loan);
  expect(entries).toMatchObject([
    { kind: "REVERSAL", reference: "R", reverses: "A", amount: 1_500, orderId: null, at: at(3).toISOString() },
    { kind: "DEDUCTION", reference: "B", amount: 2_000, orderId: null, orderAmount: null, reversedAmount: 0 },
    { kind: "DEDUCTION", reference: "A", amount: 5_000, orderId: "ORD-7", orderAmount: 50_000, reversedAmount: 1_500 },
    { kind: "DISBURSEMENT", amount: 100_000, reference: expect.stringMatching(/^SBX-/), reverses: null },
  ]);
  expect(totals).toEqual({
    disbursed: 100_000,
    deducted: 7_000,
    paidDirectly: 0,
    reversed: 1_500,
    refunded: 0,
    outstanding: 103_500,
  });
  expect(truncated).toBe(false);
});

test("what moved no money is not on it: reversals that wait or exceed, and what was reported twice", async () => {
  const loan = await borrow();
  await tell(reversedEvent(loan, { reference: "early", originalReference: "A", amount: 100, at: at(2) }), at(2));
  expect((await read(loan)).entries).toHaveLength(1);
  await tell(deductedEvent(loan, { reference: "A", amount: 1_000, at: at(1) }), at(3));
  await tell(deductedEvent(loan, { reference: "A", amount: 1_000, at: at(1) }), at(4));
  await tell(reversedEvent(loan, { reference: "much", originalReference: "A", amount: 1_000, at: at(5) }), at(5));
  const { entries, totals } = await read(loan);
  expect(entries.map(({ reference }) => reference)).toEqual(["early", "A", expect.stringMatching(/^SBX-/)]);
  expect(totals).toMatchObject({ deducted: 10, reversed: 1, outstanding: 108_991 });
});

test("what was deducted too much comes back as a refund, by the name of its transfer", async () => {
  const loan = await borrow();
  await tell(deductedEvent(loan, { reference: "A", amount: 11_000_000, at: at(1) }), at(1));
  const call = { actor: sandboxActor(marketplace.test), loanId: loan.id, now: at(2) };
  await sendPayout((await refundOverpayment(call)) ?? "", at(2));
  await tell(deductedEvent(loan, { reference: "B", amount: 50_000, at: at(3) }), at(3));
  await sendPayout((await refundOverpayment({ ...call, now: at(4) })) ?? "", at(4));
  const { entries, totals } = await read(loan);
  const refunds = entries.filter(({ kind }) => kind === "REFUND");
  expect(refunds).toMatchObject([
    { amount: 500, at: at(4).toISOString() },
    { amount: 1_000, at: at(2).toISOString() },
  ]);
  const references = [...refunds, ...entries.slice(-1)].map(({ reference }) => reference);
  expect(references.every((reference) => /^SBX-[0-9A-F]{16}$/.test(reference))).toBe(true);
  expect(new Set(references).size).toBe(3);
  expect(totals).toEqual({
    disbursed: 100_000,
    deducted: 110_500,
    paidDirectly: 0,
    reversed: 0,
    refunded: 1_500,
    outstanding: 0,
  });
});

test("what was paid from the account is on it, by the bank's reference, and cooling-off shows in what is left", async () => {
  const loan = await borrow();
  await tell(deductedEvent(loan, { reference: "A", amount: 1_000_000, at: at(1) }), at(1));
  const { test: tenant } = marketplace;
  const id = await payLoan(tenant, loan.id, { amount: 100_000, source: "MANDATE", now: at(2) });
  await payLoan(tenant, loan.id, { amount: 8_900_000, coolingOff: true, now: at(3) });
  const { entries, totals } = await read(loan);
  expect(entries.slice(0, 2)).toMatchObject([
    { kind: "PAYMENT", amount: 89_000, source: "DIRECT", at: at(3).toISOString() },
    { kind: "PAYMENT", amount: 1_000, source: "MANDATE", id, reference: id },
  ]);
  expect(totals).toMatchObject({ deducted: 10_000, paidDirectly: 90_000, outstanding: 0 });
});

test("of an offer it has what was deducted by mistake, and nothing else", async () => {
  const loan = await borrow(anyLoan);
  await tell(deductedEvent(loan, { reference: "A", amount: 1_000, at: at(1) }), at(1));
  const { entries, totals } = await read(loan);
  expect(entries).toMatchObject([{ kind: "DEDUCTION", amount: 10 }]);
  expect(totals).toEqual({ disbursed: 0, deducted: 10, paidDirectly: 0, reversed: 0, refunded: 0, outstanding: 0 });
});

test("cut off it says so, and its totals are of everything", async () => {
  const loan = await borrow();
  for (const hours of [1, 2, 3]) {
    await tell(deductedEvent(loan, { reference: `D${hours}`, amount: 10_000, at: at(hours) }), at(hours));
  }
  const cut = await read(loan, 2);
  expect(cut.entries.map(({ reference }) => reference)).toEqual(["D3", "D2"]);
  expect(cut).toMatchObject({ truncated: true, totals: { disbursed: 100_000, deducted: 300 } });
  expect(await read(loan, 4)).toMatchObject({ truncated: false });
});

test("whose it is: the business as KYC or its marketplace has it, and the lender", async () => {
  const loan = await borrow();
  expect(await read(loan)).toMatchObject({
    loanId: loan.id,
    reference: loan.reference,
    businessName: expect.stringMatching(/^Shop /),
    lenderName: expect.stringMatching(/./),
    asOf: at(1_000).toISOString(),
  });
});
