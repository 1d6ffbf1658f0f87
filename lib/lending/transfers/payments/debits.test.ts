import { and, asc, eq, ne } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { loans, mandates } from "@/db/schema/loans";
import { merchants } from "@/db/schema/merchants";
import { mails } from "@/db/schema/operations";
import { payments } from "@/db/schema/payments";
import type { Tenant } from "@/lib/kernel/actor";
import { day, later, minute } from "@/lib/kernel/calendar";
import { kobo } from "@/lib/kernel/money";
import { checkMandate } from "@/lib/lending/servicing/check-mandate";
import { checkLoan } from "@/lib/loans/ledger/check";
import { pauseLoan } from "@/lib/loans/loans/changes/pause-loan";
import { resumeLoan } from "@/lib/loans/loans/changes/resume-loan";
import { type DebitOrder, littleMoney, type MandateProvider, sandboxMandates } from "@/lib/platform/providers/mandate";
import { passTime } from "@/lib/sandbox/scenarios/pass-time";
import { watchOf } from "@/test/collection/shop";
import { useDatabase } from "@/test/database";
import { reloadLoan, setLoan } from "@/test/factories/disbursed-loan";
import { sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { disbursingLoan, giveMandate, toldOf } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { instant } from "@/test/time";
import { collectPayment } from "./collect-payment";
import { orderPayment } from "./order-payment";

useDatabase();

/** Three instalments of 36,333.33 naira; the first is due on 1 April and 31 days past due on 2 May. */
const start = instant("2026-03-02T09:00:00Z");
const announcedAt = instant("2026-05-02T08:00:00Z");
const debitedAt = instant("2026-05-04T08:00:00Z");
const overdue = 7_266_666;
/** When nothing is overdue yet, and the loan can no longer be ended without interest. */
const paidAt = later(start, 5 * day);

let tenant: Tenant;
let loan: { loanId: string; merchantId: string; reached: typeof start };
beforeAll(async () => {
  tenant = (await createMarketplace()).test;
});
beforeEach(() => running("0123456789"));

async function running(accountNumber: string) {
  const { merchantId } = await lendableMerchant(tenant, start);
  const { loanId } = await disbursingLoan(tenant, merchantId, { now: start, accountNumber });
  loan = { loanId, merchantId, reached: start };
  await until(start);
}

const until = (moment: Date | string) => passTime(loan, instant(moment));
const paymentsOf = () => db().select().from(payments).where(eq(payments.loanId, loan.loanId)).orderBy(asc(payments.id));
const mandateOf = async () => {
  const [mandate] = await db().select().from(mandates).where(eq(mandates.loanId, loan.loanId));
  if (!mandate) throw new Error("The loan has no mandate.");
  return mandate;
};
const mailsOf = () => db().select().from(mails).where(eq(mails.loanId, loan.loanId)).orderBy(asc(mails.id));
const callAt = (now: typeof start) => ({ actor: sandboxActor(tenant), loanId: loan.loanId, now });
const pay = (amount: number, now: typeof start) => orderPayment({ ...callAt(now), input: { amount } });
const journalsOf = async () => {
  const told = await db().execute<{ type: string }>(
    `select type from journals where loan_id = '${loan.loanId}' and payment_id is not null order by number`,
  );
  return told.map(({ type }) => type);
};

/** A bank that debits each key once, whatever happens to its answer. */
function countingBank(answering: (asked: number) => void = () => {}) {
  const debited = new Map<string, number>();
  let asked = 0;
  const debit = async ({ idempotencyKey, amount }: DebitOrder) => {
    debited.set(idempotencyKey, amount);
    asked += 1;
    answering(asked);
    return { status: "CONFIRMED", reference: `REF-${idempotencyKey}` } as const;
  };
  const bank: MandateProvider = { ...sandboxMandates, debit };
  return { bank, debited, asked: () => asked };
}

describe("arrears", () => {
  test("are announced on the 31st day and debited two days later", async () => {
    await until(announcedAt);
    expect(await paymentsOf()).toMatchObject([
      { source: "MANDATE", status: "ANNOUNCED", amount: overdue, orderedAt: announcedAt, dueAt: debitedAt },
    ]);
    await until(later(debitedAt, -1));
    expect(await paymentsOf()).toMatchObject([{ status: "ANNOUNCED", askedAt: null }]);
    await until(debitedAt);
    expect(await paymentsOf()).toMatchObject([{ status: "CONFIRMED", askedAt: debitedAt, finishedAt: debitedAt }]);
    expect(await reloadLoan(tenant, loan.loanId)).toMatchObject({ status: "ACTIVE", received: overdue });
    const told = await toldOf(loan.merchantId);
    expect(told.at(-1)).toMatchObject({ event: "loan.payment_received", payment: { source: "MANDATE" } });
    expect((await checkLoan(loan.loanId, debitedAt)).verified).toBe(true);
    // The third instalment, due on 31 May.
    await until("2026-06-30T23:59:59Z");
    expect(await paymentsOf()).toHaveLength(1);
    await until("2026-07-04T08:00:00Z");
    expect(await reloadLoan(tenant, loan.loanId)).toMatchObject({ status: "REPAID" });
    expect(await mandateOf()).toMatchObject({ status: "CANCELLED", dueAt: null });
  });

  test("takes the part that is there, where the bank can tell, and the next debit the rest", async () => {
    await running("0123451111");
    await until(debitedAt);
    expect(await paymentsOf()).toMatchObject([{ source: "MANDATE", status: "CONFIRMED", amount: littleMoney }]);
    expect(await journalsOf()).toEqual(["PAYMENT"]);
    expect((await reloadLoan(tenant, loan.loanId)).received).toBe(littleMoney);
  });

  test("that bounce are tried again weekly, each time announced, and book nothing", async () => {
    await running("0123452222");
    await db().update(merchants).set({ email: "ada@foods.example" }).where(eq(merchants.id, loan.merchantId));
    await until("2026-05-26T00:00:00Z");
    const tried = await paymentsOf();
    expect(tried.map(({ askedAt }) => askedAt?.toISOString())).toEqual([
      "2026-05-04T08:00:00.000Z",
      "2026-05-11T08:00:00.000Z",
      "2026-05-18T08:00:00.000Z",
      "2026-05-25T08:00:00.000Z",
    ]);
    for (const { status, failure, orderedAt, askedAt } of tried) {
      expect([status, failure]).toEqual(["FAILED", "INSUFFICIENT_FUNDS"]);
      expect(later(orderedAt, 2 * day)).toEqual(askedAt);
    }
    expect(await journalsOf()).toEqual([]);
    const told = (await mailsOf()).filter(({ kind }) => kind?.startsWith("DEBIT_"));
    expect(told.map(({ kind, fact }) => `${kind} ${fact}`)).toEqual(
      tried.flatMap(({ id }) => [`DEBIT_ANNOUNCED ${id}`, `DEBIT_FAILED ${id}`]),
    );
    for (const { body } of told) expect(body).toContain("₦72,666.66");
  });

  test("whose debit was called off are decided anew at once", async () => {
    await until(announcedAt);
    await setLoan(tenant, loan.loanId, { received: kobo(3_633_333) });
    await until(debitedAt);
    expect(await paymentsOf()).toMatchObject([{ status: "CANCELLED" }]);
    // It was checked then; the next check is the weekly one.
    expect(await mandateOf()).toMatchObject({ dueAt: later(debitedAt, 7 * day) });
  });

  test("paid meanwhile are not debited; more than was announced never is", async () => {
    await until(announcedAt);
    await setLoan(tenant, loan.loanId, { received: kobo(3_633_333) });
    await until(debitedAt);
    expect(await paymentsOf()).toMatchObject([{ status: "CANCELLED", askedAt: null, finishedAt: debitedAt }]);
    await setLoan(tenant, loan.loanId, { received: kobo(3_000_000) });
    const again = await mandateOf();
    await checkMandate(again.id, debitedAt, sandboxMandates);
    await setLoan(tenant, loan.loanId, { received: kobo(0) });
    await until(later(debitedAt, 2 * day));
    expect(await paymentsOf()).toMatchObject([{}, { status: "CONFIRMED", amount: overdue - 3_000_000 }]);
  });

  test("of a loan that was paused meanwhile are not debited until it is resumed", async () => {
    await until(announcedAt);
    await pauseLoan({ ...callAt(later(announcedAt, minute)), input: { reason: "Fire." } });
    await until("2026-05-20T00:00:00Z");
    expect(await paymentsOf()).toMatchObject([{ status: "CANCELLED", askedAt: null }]);
    await resumeLoan({ ...callAt(instant("2026-05-20T00:00:00Z")), input: { reason: "Open again." } });
    await until("2026-07-31T00:00:00Z");
    expect((await paymentsOf()).at(1)).toMatchObject({ source: "MANDATE", status: "CONFIRMED" });
  });

  test("stand beside the merchant's own payment, and take what is still overdue", async () => {
    await until(announcedAt);
    await pay(1_000, later(announcedAt, minute));
    await until(later(announcedAt, 2 * minute));
    expect(await paymentsOf()).toMatchObject([{ status: "ANNOUNCED" }, { source: "DIRECT", status: "CONFIRMED" }]);
    await until(debitedAt);
    expect(await paymentsOf()).toMatchObject([{ status: "CONFIRMED", amount: overdue - 100_000 }, {}]);
  });

  test("wait for a payment that the bank is being asked for", async () => {
    await until(announcedAt);
    const [announced] = await paymentsOf();
    const ordered = await pay(1_000, later(debitedAt, -minute));
    const silent = { ...sandboxMandates, debit: async () => ({ status: "PENDING" }) as const };
    await collectPayment(ordered.id, later(debitedAt, -minute), silent);
    expect(await collectPayment(announced?.id ?? "", debitedAt, silent)).toEqual(later(debitedAt, minute));
    expect(await paymentsOf()).toMatchObject([{ status: "ANNOUNCED", askedAt: null }, { status: "PENDING" }]);
  });

  test("that the bank is being asked for are waited for by the merchant", async () => {
    await until(announcedAt);
    const [announced] = await paymentsOf();
    const silent = { ...sandboxMandates, debit: async () => ({ status: "PENDING" }) as const };
    expect(await collectPayment(announced?.id ?? "", debitedAt, silent)).toEqual(later(debitedAt, minute));
    await expect(pay(500, debitedAt)).rejects.toMatchObject({ code: "PAYMENT_IN_PROGRESS" });
    const again = later(debitedAt, 3 * minute);
    expect(await collectPayment(announced?.id ?? "", again, silent)).toEqual(later(debitedAt, 6 * minute));
    await until(again);
    expect(await paymentsOf()).toMatchObject([{ status: "PENDING", askedAt: debitedAt, amount: overdue }]);
  });

  test("under a mandate that its holder ended at the bank are not debited", async () => {
    await running("0123454444");
    await until("2026-05-20T00:00:00Z");
    expect(await paymentsOf()).toEqual([]);
    expect(await mandateOf()).toMatchObject({ status: "CANCELLED", cancelledAt: later(start, 14 * day) });
  });
});

describe("the mandate", () => {
  test("is cancelled when the bank says so of a debit", async () => {
    await until(announcedAt);
    const [announced] = await paymentsOf();
    const debit = async () => ({ status: "FAILED", reason: "MANDATE_CANCELLED" }) as const;
    await collectPayment(announced?.id ?? "", debitedAt, { ...sandboxMandates, debit });
    expect(await paymentsOf()).toMatchObject([{ status: "FAILED", failure: "MANDATE_CANCELLED" }]);
    expect(await mandateOf()).toMatchObject({ status: "CANCELLED", dueAt: null });
  });

  test("that was given since stays, when the bank refuses a debit under the one before", async () => {
    const { id } = await pay(500, paidAt);
    const { id: first } = await mandateOf();
    const silent = { ...sandboxMandates, debit: async () => ({ status: "PENDING" }) as const };
    await collectPayment(id, paidAt, silent);
    await checkMandate(first, paidAt, { ...sandboxMandates, status: async () => "CANCELLED" });
    await giveMandate(callAt(paidAt));
    const debit = async () => ({ status: "FAILED", reason: "MANDATE_CANCELLED" }) as const;
    await collectPayment(id, later(paidAt, minute), { ...sandboxMandates, debit });
    expect(await paymentsOf()).toMatchObject([{ status: "FAILED", failure: "MANDATE_CANCELLED" }]);
    const renewed = and(eq(mandates.loanId, loan.loanId), ne(mandates.id, first));
    expect(await db().select().from(mandates).where(renewed)).toMatchObject([{ status: "ACTIVE" }]);
  });

  test("covers the loan's total, also where deductions were reversed after a debit", async () => {
    const { id } = await pay(100_000, paidAt);
    await collectPayment(id, paidAt);
    await setLoan(tenant, loan.loanId, { received: kobo(0) });
    await expect(pay(9_000.01, paidAt)).rejects.toMatchObject({
      code: "PAYMENT_TOO_LARGE",
      message: "The mandate is good for no more than ₦9,000.00 now.",
    });
    await expect(pay(9_000, paidAt)).resolves.toMatchObject({ status: "PENDING" });
  });
});

describe("once debited, once booked:", () => {
  test("the worker dies after the bank debited and before it answered", async () => {
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const { bank, debited, asked } = countingBank((time) => {
      if (time === 1) throw new Error("The line went dead.");
    });
    const { id } = await pay(5_000, paidAt);
    expect(await collectPayment(id, paidAt, bank)).toEqual(later(paidAt, minute));
    expect(await paymentsOf()).toMatchObject([{ status: "PENDING", askedAt: paidAt }]);
    expect(await collectPayment(id, later(paidAt, minute), bank)).toBeNull();
    expect([asked(), [...debited.entries()]]).toEqual([2, [[id, 500_000]]]);
    expect(await journalsOf()).toEqual(["PAYMENT"]);
    vi.restoreAllMocks();
  });

  test("the worker dies after the bank answered and before that was recorded", async () => {
    const { bank, debited } = countingBank();
    const { id } = await pay(5_000, paidAt);
    await db().execute("alter table journals rename to journals_away");
    await expect(collectPayment(id, paidAt, bank)).rejects.toThrow();
    await db().execute("alter table journals_away rename to journals");
    expect(await paymentsOf()).toMatchObject([{ status: "PENDING", askedAt: paidAt }]);
    // What the loan owes may change: the bank is asked for the same amount.
    await db()
      .update(loans)
      .set({ received: kobo(10_800_000) })
      .where(eq(loans.id, loan.loanId));
    await collectPayment(id, later(paidAt, minute), bank);
    expect([...debited.values()]).toEqual([500_000]);
    expect(await journalsOf()).toEqual(["PAYMENT"]);
  });

  test("many workers at once", async () => {
    const { bank, debited } = countingBank();
    const { id } = await pay(5_000, paidAt);
    await Promise.all(Array.from({ length: 6 }, () => collectPayment(id, paidAt, bank)));
    expect(debited.size).toBe(1);
    expect(await journalsOf()).toEqual(["PAYMENT"]);
    expect((await toldOf(loan.merchantId)).filter(({ event }) => event === "loan.payment_received")).toHaveLength(1);
  });
});

test("a payment has the loan's collection computed again: a balance that ends earlier asks less of sales", async () => {
  const watch = async () => (await watchOf(loan.loanId))?.dueAt;
  // At most it is to be seen later whether sales are told of.
  expect((await watch()) ?? later(paidAt, day)).not.toEqual(paidAt);
  await pay(1_000, paidAt);
  const [payment] = await paymentsOf();
  await collectPayment(payment?.id ?? "", paidAt, sandboxMandates);
  expect(await watch()).toEqual(paidAt);
});
