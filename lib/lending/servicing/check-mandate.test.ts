import { asc, eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { journals } from "@/db/schema/ledger";
import { loans, mandates } from "@/db/schema/loans";
import { connections } from "@/db/schema/merchants";
import { payments } from "@/db/schema/payments";
import { day, hour, later } from "@/lib/kernel/calendar";
import { kobo } from "@/lib/kernel/money";
import { activateMandate, askForMandate } from "@/lib/lending/transfers/mandates/activate-mandate";
import { agreeMandate } from "@/lib/lending/transfers/mandates/agree-mandate";
import { orderMandate } from "@/lib/lending/transfers/mandates/prepare-mandate";
import { requestMandate } from "@/lib/lending/transfers/mandates/request-mandate";
import { collectPayment } from "@/lib/lending/transfers/payments/collect-payment";
import { refusePayout } from "@/lib/lending/transfers/payouts/refuse-payout";
import { releasePayout } from "@/lib/lending/transfers/payouts/release-payout";
import { savePayoutAccount } from "@/lib/lending/transfers/payouts/save-payout-account";
import { cancelLoan } from "@/lib/loans/loans/cancel-loan";
import { type GivenMandate, type MandateProvider, sandboxMandates } from "@/lib/platform/providers/mandate";
import { useDatabase } from "@/test/database";
import { linkIdIn } from "@/test/factories/journey-loan";
import { sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { acceptedLoan, activeLoan, anyAccount, giveMandate, heldLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { instant } from "@/test/time";
import { checkMandate } from "./check-mandate";
import { defaultLoan } from "./default-loan";
import { writeOffLoan } from "./write-off-loan";

useDatabase();

const start = instant("2026-03-02T09:00:00Z");
let marketplace: TestMarketplace;
let merchantId: string;
beforeAll(async () => {
  marketplace = await createMarketplace();
});
beforeEach(async () => {
  merchantId = (await lendableMerchant(marketplace.test, start)).merchantId;
});

const callOn = (loanId: string, now = start) => ({ actor: sandboxActor(marketplace.test), loanId, now });
const mandatesOf = (loanId: string) =>
  db().select().from(mandates).where(eq(mandates.loanId, loanId)).orderBy(asc(mandates.id));
const mandateOf = async (loanId: string) => {
  const found = (await mandatesOf(loanId)).at(-1);
  if (!found) throw new Error("The loan has no mandate.");
  return found;
};

/** A bank that says of every mandate what it is told to, and remembers which were cancelled. */
function bankSaying(status: MandateProvider["status"]) {
  const cancelled: string[] = [];
  const cancel = async ({ mandateReference }: GivenMandate) => {
    cancelled.push(mandateReference);
  };
  return { bank: { ...sandboxMandates, status, cancel }, cancelled };
}

test("the bank is asked weekly, and again in an hour when it does not answer", async () => {
  const { loanId } = await activeLoan(marketplace.test, merchantId, { now: start });
  const { id, dueAt } = await mandateOf(loanId);
  expect(dueAt).toEqual(later(start, 7 * day));
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const { bank } = bankSaying(() => Promise.reject(new Error("down")));
  expect(await checkMandate(id, later(start, 7 * day), bank)).toEqual(later(start, 7 * day + hour));
  vi.restoreAllMocks();
  expect(await checkMandate(id, later(start, 8 * day))).toEqual(later(start, 15 * day));
  expect(await mandateOf(loanId)).toMatchObject({ status: "ACTIVE", dueAt: later(start, 15 * day) });
});

test("a mandate that its holder ended at the bank is cancelled, and a new one can be agreed to", async () => {
  const { loanId } = await activeLoan(marketplace.test, merchantId, { now: start });
  const first = await mandateOf(loanId);
  const { bank, cancelled } = bankSaying(async () => "CANCELLED");
  const at = later(start, 7 * day);
  expect(await checkMandate(first.id, at, bank)).toBeNull();
  expect(await mandateOf(loanId)).toMatchObject({ status: "CANCELLED", cancelledAt: at, dueAt: null });
  expect(cancelled).toEqual([]);

  // Whoever owes may always renew it, also disconnected.
  await db().update(connections).set({ status: "DISCONNECTED" }).where(eq(connections.merchantId, merchantId));
  const link = await requestMandate({ ...callOn(loanId, at), realNow: start });
  expect(link).toMatchObject({ status: "PENDING", url: expect.any(String) });
  await agreeMandate({ linkId: linkIdIn(link.url), realNow: start });
  const [ended, renewed] = await mandatesOf(loanId);
  expect(ended).toMatchObject({ id: first.id, status: "CANCELLED", providerReference: first.providerReference });
  expect(renewed).toMatchObject({ status: "ACTIVE" });
  expect(renewed?.providerReference).not.toBe(first.providerReference);
  expect(await requestMandate({ ...callOn(loanId, at), realNow: start })).toMatchObject({
    status: "ACTIVE",
    url: null,
  });
  expect((await db().select().from(loans).where(eq(loans.id, loanId)))[0]?.status).toBe("ACTIVE");
});

test("a held payout whose mandate was ended at the bank is not released", async () => {
  const { loanId } = await heldLoan(marketplace.test, merchantId, { now: start });
  const { bank } = bankSaying(async () => "CANCELLED");
  const at = later(start, 7 * day);
  await checkMandate((await mandateOf(loanId)).id, at, bank);
  await expect(releasePayout(callOn(loanId, at))).rejects.toMatchObject({
    code: "LOAN_STATE_CONFLICT",
    message: expect.stringContaining("Refuse the payout"),
  });
  await refusePayout({ ...callOn(loanId, at), input: { reason: "No mandate." } });
  expect((await db().select().from(loans).where(eq(loans.id, loanId)))[0]).toMatchObject({ status: "ACCEPTED" });
});

test.each([
  ["given anew", "0123456789"],
  ["whose entry is the one of before", null],
])(
  "an answer about a mandate that was replaced meanwhile is not the answer about another on the same account, %s",
  async (_, again) => {
    const { loanId } = await acceptedLoan(marketplace.test, merchantId, { now: start });
    const give = (accountNumber: string) =>
      savePayoutAccount({ ...callOn(loanId), input: { ...anyAccount, accountNumber } });
    const { id: payoutAccountId } = await give("0123456789");
    const first = await orderMandate(callOn(loanId));
    const asked = await askForMandate(first, sandboxMandates);
    await give("0123456780");
    await orderMandate(callOn(loanId));
    if (again) await give(again);
    else await db().update(loans).set({ payoutAccountId }).where(eq(loans.id, loanId));
    await orderMandate(callOn(loanId));
    const late = { ...asked, outcome: { status: "ACTIVE", reference: "of the first" } as const };
    expect(await activateMandate({ ...callOn(loanId), asked: late })).toBe("PENDING");
    expect((await mandatesOf(loanId)).map(({ status, providerReference }) => [status, providerReference])).toEqual([
      ["CANCELLED", null],
      ["CANCELLED", null],
      ["PENDING", null],
    ]);
  },
);

describe("the bank is told of the end", () => {
  test.each(["REPAID", "WRITTEN_OFF"] as const)("of a loan that is %s and owes nothing, once", async (status) => {
    const { loanId } = await activeLoan(marketplace.test, merchantId, { now: start });
    const { id, providerReference } = await mandateOf(loanId);
    const all = { received: sql`principal + interest`, receivedAtWriteOff: status === "REPAID" ? null : kobo(0) };
    await db()
      .update(loans)
      .set({ status, ...all })
      .where(eq(loans.id, loanId));
    const { bank, cancelled } = bankSaying(async () => "ACTIVE");
    const at = later(start, 7 * day);
    const failing = { ...bank, cancel: () => Promise.reject(new Error("down")) };
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const again = later(at, hour);
    expect(await checkMandate(id, at, failing)).toEqual(again);
    vi.restoreAllMocks();
    expect(await mandateOf(loanId)).toMatchObject({ status: "CANCELLED", dueAt: again });
    expect(await checkMandate(id, again, bank)).toBeNull();
    expect(await mandateOf(loanId)).toMatchObject({ status: "CANCELLED", dueAt: null });
    expect(cancelled).toEqual([providerReference]);
  });

  test("but not of a written-off loan, whose loss is debited like arrears until it is made good", async () => {
    const { loanId } = await activeLoan(marketplace.test, merchantId, { now: start });
    const { id } = await mandateOf(loanId);
    const on = callOn(loanId, later(start, 6 * day));
    await defaultLoan({ ...on, input: { reason: "DECIDED" } });
    await writeOffLoan({ ...on, input: { reason: "Nothing more is expected." } });
    const { bank, cancelled } = bankSaying(async () => "ACTIVE");
    expect(await checkMandate(id, later(start, 7 * day), bank)).not.toBeNull();
    expect(cancelled).toEqual([]);
    const [loan] = await db().select().from(loans).where(eq(loans.id, loanId));
    const [debit] = await db().select().from(payments).where(eq(payments.loanId, loanId));
    expect(debit).toMatchObject({ source: "MANDATE", status: "ANNOUNCED", mandateId: id });
    expect(debit?.amount).toBe((loan?.principal ?? 0) + (loan?.interest ?? 0));
    await collectPayment(debit?.id ?? "", later(start, 9 * day));
    expect((await db().select().from(journals).where(eq(journals.loanId, loanId))).at(-1)).toMatchObject({
      type: "RECOVERY",
      source: "RECOVERY",
    });
    expect(await checkMandate(id, later(start, 9 * day), bank)).toBeNull();
    expect(await mandateOf(loanId)).toMatchObject({ status: "CANCELLED" });
    expect(cancelled).toHaveLength(1);
  });

  test("of an offer", async () => {
    const { loanId } = await acceptedLoan(marketplace.test, merchantId, { now: start });
    await savePayoutAccount({ ...callOn(loanId), input: anyAccount });
    await giveMandate(callOn(loanId));
    await cancelLoan({ ...callOn(loanId), input: { reason: "DECLINED" } });
    const { id, dueAt } = await mandateOf(loanId);
    expect(dueAt).toEqual(start);
    const { bank, cancelled } = bankSaying(async () => "ACTIVE");
    expect(await checkMandate(id, start, bank)).toBeNull();
    expect(cancelled).toHaveLength(1);
  });

  test("of a mandate on an account that was given up", async () => {
    const { loanId } = await acceptedLoan(marketplace.test, merchantId, { now: start });
    await savePayoutAccount({ ...callOn(loanId), input: anyAccount });
    await giveMandate(callOn(loanId));
    await savePayoutAccount({ ...callOn(loanId), input: { ...anyAccount, accountNumber: "0123456780" } });
    await giveMandate(callOn(loanId));
    expect(await mandatesOf(loanId)).toMatchObject([
      { status: "CANCELLED", dueAt: start },
      { status: "ACTIVE", dueAt: later(start, 7 * day) },
    ]);
  });
});
