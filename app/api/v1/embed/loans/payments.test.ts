import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { loans, mandates } from "@/db/schema/loans";
import { connections } from "@/db/schema/merchants";
import { dateOf, day, later } from "@/lib/kernel/calendar";
import { defaultLoan } from "@/lib/lending/servicing/default-loan";
import { writeOffLoan } from "@/lib/lending/servicing/write-off-loan";
import { collectPayment } from "@/lib/lending/transfers/payments/collect-payment";
import { paymentAnswer, payoffQuoteAnswer } from "@/lib/lending/transfers/payments/schema";
import { pauseLoan } from "@/lib/loans/loans/changes/pause-loan";
import { journeyLoan } from "@/lib/surfaces/journey/schema";
import { useDatabase } from "@/test/database";
import { embedTokenOf } from "@/test/factories/embed";
import { sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { activeLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { journeyWith } from "@/test/journey-calls";
import { askAs } from "@/test/journey-loan-calls";
import { now } from "@/test/time";

useDatabase();

let marketplace: TestMarketplace;
let merchant: { token: string; loanId: string; merchantId: string };
beforeAll(async () => {
  marketplace = await createMarketplace();
});

/** Paid out 40 days ago: the first of three instalments is ten days past due, and the cooling-off period is over. */
async function runningLoan(disbursedAt = later(now(), -40 * day)) {
  const { test: tenant } = marketplace;
  const { merchantId } = await lendableMerchant(tenant);
  const { loanId } = await activeLoan(tenant, merchantId, { now: disbursedAt });
  return { token: await embedTokenOf(tenant, merchantId), loanId, merchantId };
}
beforeEach(async () => {
  merchant = await runningLoan();
});

const pay = (body: unknown) => askAs(merchant, "pay", { body });
const quote = async () => (await askAs(merchant, "quote")).json;
const read = async () => (await askAs(merchant, "read")).json;
const setMandate = (status: "ACTIVE" | "CANCELLED") =>
  db().update(mandates).set({ status }).where(eq(mandates.loanId, merchant.loanId));
const collect = (payment: Record<string, unknown>) => collectPayment(String(payment.id), now());

describe("the quote", () => {
  test("says what can be paid today, and from which account", async () => {
    const quoted = await quote();
    expect(payoffQuoteAnswer.parse(quoted)).toEqual(quoted);
    const today = dateOf(now());
    expect(quoted).toMatchObject({
      loanId: merchant.loanId,
      validUntil: `${today}T23:59:59.999Z`,
      outstanding: 109_000,
      arrears: 36_333.33,
      nextInstallment: { number: 1, amount: 36_333.33 },
      coolingOff: null,
      account: { bankName: "Guaranty Trust Bank", lastFour: "6789" },
      mandateStatus: "ACTIVE",
    });
    await collect((await pay({ amount: 36_000.33 })).json);
    expect(await quote()).toMatchObject({ outstanding: 72_999.67, arrears: 333, nextInstallment: { amount: 333 } });
  });

  test("of a loan just paid out says what ends it without interest", async () => {
    merchant = await runningLoan(later(now(), -2 * day));
    const quoted = payoffQuoteAnswer.parse(await quote());
    expect(quoted).toMatchObject({ outstanding: 109_000, arrears: 0, coolingOff: { amount: 100_000 } });
    expect(Date.parse(quoted.coolingOff?.until ?? "")).toBeGreaterThan(now().getTime());
  });

  test("of a loan that is written off asks for the loss, which the merchant can pay", async () => {
    const { loanId } = merchant;
    const by = { actor: sandboxActor(marketplace.test), loanId, now: now() };
    await defaultLoan({ ...by, input: { reason: "DECIDED" } });
    await writeOffLoan({ ...by, input: { reason: "Nothing more is expected." } });
    expect(await quote()).toMatchObject({ outstanding: 109_000, arrears: 109_000, coolingOff: null });
    expect(await pay({ amount: 109_000.01 })).toMatchObject({ status: 409, json: { code: "PAYMENT_TOO_LARGE" } });
    await collect((await pay({ amount: 9_000 })).json);
    expect(await quote()).toMatchObject({ outstanding: 100_000, mandateStatus: "ACTIVE" });
    expect(await read()).toMatchObject({ status: "WRITTEN_OFF", recovered: 9_000, deduction: { maxNext: 100_000 } });
    await collect((await pay({ amount: 100_000 })).json);
    expect(await quote()).toMatchObject({ outstanding: 0, arrears: 0 });
    expect(await read()).toMatchObject({ writtenOff: 0, deduction: { maxNext: 0 } });
  });
});

describe("a payment", () => {
  test("is debited and booked, and the loan shows it", async () => {
    const ordered = await pay({ amount: 36_333.33, requestId: "click-1" });
    expect(ordered.status).toBe(200);
    expect(paymentAnswer.parse(ordered.json)).toEqual(ordered.json);
    const said = { source: "DIRECT", amount: 36_333.33, coolingOff: false, debitOn: null, failure: null };
    expect(ordered.json).toMatchObject({ ...said, status: "PENDING", finishedAt: null });
    expect(await read()).toMatchObject({ payments: [ordered.json], totalPaid: 0 });
    const { session } = journeyWith(merchant.token);
    expect(await session()).toMatchObject({ refreshAfterSeconds: 2 });
    expect(await collect(ordered.json)).toBeNull();
    expect(await session()).toMatchObject({ refreshAfterSeconds: 30 });
    const after = await read();
    expect(journeyLoan.parse(after)).toEqual(after);
    expect(after).toMatchObject({
      mandateStatus: "ACTIVE",
      payments: [{ ...said, status: "CONFIRMED" }],
      totalPaid: 36_333.33,
      health: { daysPastDue: 0 },
    });
  });

  test("requested again is the same, also at once and when it is over", async () => {
    const request = { amount: 500, requestId: "click-1" };
    const answers = await Promise.all(Array.from({ length: 4 }, () => pay(request)));
    expect(new Set(answers.map(({ status, json }) => `${status} ${json.id}`)).size).toBe(1);
    await collect(answers[0]?.json ?? {});
    expect((await pay(request)).json).toMatchObject({ id: answers[0]?.json.id, status: "CONFIRMED" });
    expect((await read()).payments).toHaveLength(1);
  });

  test("waits for another one to finish", async () => {
    const first = await pay({ amount: 500 });
    expect(await pay({ amount: 500 })).toMatchObject({ status: 409, json: { code: "PAYMENT_IN_PROGRESS" } });
    await collect(first.json);
    expect(await pay({ amount: 500 })).toMatchObject({ status: 200, json: { status: "PENDING" } });
  });

  test.each([
    [{ amount: 0 }, "amount", "Must be more than 0"],
    [{ amount: -1 }, "amount", "Must be a non-negative number"],
    [{ amount: 1.001 }, "amount", "Must have at most 2 decimals"],
    [{ amount: "1" }, "amount", "Must be a number"],
    [{}, "amount", "Is required"],
    [{ amount: 1, requestId: "" }, "requestId", "Must not be empty"],
  ])("names the field that is wrong: %j", async (body, field, error) => {
    expect(await pay(body)).toMatchObject({ status: 400, json: { errors: [{ field, error }] } });
  });

  test("is no larger than what is outstanding", async () => {
    expect(await pay({ amount: 109_000.01 })).toMatchObject({
      status: 409,
      json: { code: "PAYMENT_TOO_LARGE", detail: "No more than ₦109,000.00 is outstanding." },
    });
    await collect((await pay({ amount: 109_000 })).json);
    expect(await read()).toMatchObject({ status: "REPAID", outstanding: { total: 0 } });
    expect(await pay({ amount: 1 })).toMatchObject({ status: 409, json: { code: "LOAN_STATE_CONFLICT" } });
  });

  test("meant to end the loan without interest is refused once it does not", async () => {
    const back = { amount: 100_000, coolingOff: true };
    expect(await pay(back)).toMatchObject({ status: 409, json: { code: "COOLING_OFF_REFUSED" } });
    merchant = await runningLoan(later(now(), -2 * day));
    expect(await pay({ ...back, amount: 99_999 })).toMatchObject({
      status: 409,
      json: { code: "COOLING_OFF_REFUSED", detail: "Ending the loan without interest takes ₦100,000.00." },
    });
    expect((await read()).payments).toEqual([]);
    expect(await pay(back)).toMatchObject({ status: 200, json: { amount: 100_000, coolingOff: true } });
  });

  test("needs an active mandate", async () => {
    await setMandate("CANCELLED");
    expect(await read()).toMatchObject({ mandateStatus: "CANCELLED", mandate: "NONE" });
    expect(await pay({ amount: 500 })).toMatchObject({ status: 409, json: { code: "MANDATE_NOT_ACTIVE" } });
  });

  test("is possible while collection is paused, in default and when the marketplace has disconnected the merchant", async () => {
    const { merchantId, loanId } = merchant;
    await pauseLoan({ actor: sandboxActor(marketplace.test), loanId, input: { reason: "Fire." }, now: now() });
    await db().update(loans).set({ status: "DEFAULTED" }).where(eq(loans.id, loanId));
    await db().update(connections).set({ status: "DISCONNECTED" }).where(eq(connections.merchantId, merchantId));
    await collect((await pay({ amount: 500 })).json);
    expect(await read()).toMatchObject({ totalPaid: 500 });
  });

  test("within the cooling-off period of enough ends the loan, and takes no more than that", async () => {
    merchant = await runningLoan(later(now(), -2 * day));
    const ordered = await pay({ amount: 105_000 });
    expect(ordered.json).toMatchObject({ amount: 100_000, coolingOff: true });
    await collect(ordered.json);
    expect(await read()).toMatchObject({ status: "REPAID", totalPaid: 100_000, overpaid: 0 });
    merchant = await runningLoan(later(now(), -2 * day));
    expect((await pay({ amount: 99_999.99 })).json).toMatchObject({ amount: 99_999.99, coolingOff: false });
  });
});
