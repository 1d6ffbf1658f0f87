import { asc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { loans, mandates } from "@/db/schema/loans";
import { connections } from "@/db/schema/merchants";
import { day, hour, later } from "@/lib/calendar";
import { cancelLoan } from "@/lib/loans/cancel-loan";
import { agreeMandate } from "@/lib/mandates/agree-mandate";
import { requestMandate } from "@/lib/mandates/request-mandate";
import { refusePayout } from "@/lib/payouts/refuse-payout";
import { releasePayout } from "@/lib/payouts/release-payout";
import { savePayoutAccount } from "@/lib/payouts/save-payout-account";
import { type GivenMandate, type MandateProvider, sandboxMandates } from "@/lib/providers/mandate";
import { useDatabase } from "@/test/database";
import { linkIdIn } from "@/test/factories/journey-loan";
import { sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { acceptedLoan, activeLoan, anyAccount, giveMandate, heldLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { instant } from "@/test/time";
import { checkMandate } from "./check-mandate";

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

describe("the bank is told of the end", () => {
  test.each(["REPAID", "WRITTEN_OFF"] as const)("of a loan that is %s, once", async (status) => {
    const { loanId } = await activeLoan(marketplace.test, merchantId, { now: start });
    const { id, providerReference } = await mandateOf(loanId);
    await db().update(loans).set({ status }).where(eq(loans.id, loanId));
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
