import { and, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { journals } from "@/db/schema/ledger";
import { loans, payoutAccounts, payouts } from "@/db/schema/loans";
import { hour, later, minute, second } from "@/lib/kernel/calendar";
import { acceptOffer } from "@/lib/lending/funding/accept-offer";
import { serviceLoan } from "@/lib/lending/servicing/service-loan";
import type { BankProvider, TransferOrder } from "@/lib/platform/providers/bank";
import * as mandates from "@/lib/platform/providers/mandate";
import { useDatabase } from "@/test/database";
import { sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { anyAccount, anyLoan, disbursingLoan, giveMandate, toldOf } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { usePlainAgreements } from "@/test/plain-agreements";
import { instant } from "@/test/time";
import { orderPayout } from "./order-payout";
import { savePayoutAccount } from "./save-payout-account";
import { sendPayout } from "./send-payout";

useDatabase();
usePlainAgreements();

const start = instant("2026-03-02T09:00:00Z");
let marketplace: TestMarketplace;
let merchantId: string;
beforeAll(async () => {
  marketplace = await createMarketplace();
});
beforeEach(async () => {
  merchantId = (await lendableMerchant(marketplace.test, start)).merchantId;
});

const ready = (accountNumber?: string) =>
  disbursingLoan(marketplace.test, merchantId, { now: start, ...(accountNumber ? { accountNumber } : {}) });
const loanOf = async (loanId: string) => (await db().select().from(loans).where(eq(loans.id, loanId)))[0];
const payoutsOf = (loanId: string) => db().select().from(payouts).where(eq(payouts.loanId, loanId)).orderBy(payouts.id);
const journalsOf = async (loanId: string) =>
  (await db().select().from(journals).where(eq(journals.loanId, loanId)).orderBy(journals.number)).map(
    ({ type }) => type,
  );

/** A bank that counts its payments: each key once, whatever happens to the answer. */
function countingBank(answering: (asked: number) => void = () => {}) {
  const paid = new Map<string, number>();
  let asked = 0;
  const bank: BankProvider = {
    nameEnquiry: async () => "NOT_CHECKED",
    transfer: async ({ idempotencyKey, amount }: TransferOrder) => {
      paid.set(idempotencyKey, amount);
      asked += 1;
      answering(asked);
      return { status: "CONFIRMED", reference: `REF-${idempotencyKey}` };
    },
  };
  return { bank, paid, asked: () => asked };
}

test("a confirmed payout makes the loan active, once", async () => {
  const { loanId, payoutId } = await ready();
  expect(await loanOf(loanId)).toMatchObject({ status: "DISBURSING", dueAt: null });
  const { bank, paid } = countingBank();
  expect(await sendPayout(payoutId, later(start, second), bank)).toBeNull();
  expect(await sendPayout(payoutId, later(start, minute), bank)).toBeNull();
  expect(paid).toEqual(new Map([[payoutId, 10_000_000]]));
  expect(await loanOf(loanId)).toMatchObject({ status: "ACTIVE", disbursedAt: later(start, second) });
  expect(await payoutsOf(loanId)).toMatchObject([
    { status: "CONFIRMED", providerReference: `REF-${payoutId}`, dueAt: null, leasedUntil: null },
  ]);
  expect(await journalsOf(loanId)).toEqual(["DISBURSEMENT", "INTEREST"]);
});

describe("a worker that dies is followed by another that pays nothing twice", () => {
  test("after the order was written and before the bank was asked", async () => {
    const { loanId, payoutId } = await ready();
    // Nothing else happened; the row is still due, and the next worker claims it.
    expect(await payoutsOf(loanId)).toMatchObject([{ id: payoutId, status: "PENDING", dueAt: start }]);
    await sendPayout(payoutId, later(start, minute));
    expect(await loanOf(loanId)).toMatchObject({ status: "ACTIVE" });
  });

  test("after the bank paid and before it answered", async () => {
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const { loanId, payoutId } = await ready();
    const { bank, paid, asked } = countingBank((time) => {
      if (time === 1) throw new Error("The line went dead.");
    });
    expect(await sendPayout(payoutId, start, bank)).toEqual(later(start, minute));
    expect(await loanOf(loanId)).toMatchObject({ status: "DISBURSING" });
    expect(await sendPayout(payoutId, later(start, minute), bank)).toBeNull();
    expect([asked(), [...paid.values()]]).toEqual([2, [10_000_000]]);
    expect(await loanOf(loanId)).toMatchObject({ status: "ACTIVE" });
    vi.restoreAllMocks();
  });

  test("after the bank answered and before that was recorded", async () => {
    const { loanId, payoutId } = await ready();
    // The schedule cannot be written, so everything recorded with it is rolled back.
    const { bank, paid } = countingBank();
    await db().execute(`alter table loan_watches rename to loan_watches_away`);
    await expect(sendPayout(payoutId, start, bank)).rejects.toThrow();
    await db().execute(`alter table loan_watches_away rename to loan_watches`);
    expect(await loanOf(loanId)).toMatchObject({ status: "DISBURSING", journalNumber: 0 });
    expect(await payoutsOf(loanId)).toMatchObject([{ status: "PENDING", dueAt: start }]);
    expect(await journalsOf(loanId)).toEqual([]);
    await sendPayout(payoutId, later(start, minute), bank);
    expect(paid.size).toBe(1);
    expect(await loanOf(loanId)).toMatchObject({ status: "ACTIVE" });
  });

  test("after the mandate and before the payout was ordered: the service orders it", async () => {
    const { loanId } = await anyLoan(marketplace.test, merchantId, { now: start });
    const call = { actor: sandboxActor(marketplace.test), loanId, now: start };
    await acceptOffer(call);
    await savePayoutAccount({ ...call, input: anyAccount });
    await giveMandate(call);
    expect(await loanOf(loanId)).toMatchObject({ status: "ACCEPTED", dueAt: start });
    expect(await serviceLoan(loanId, start)).toBeNull();
    expect(await loanOf(loanId)).toMatchObject({ status: "DISBURSING", dueAt: null });
    expect(await payoutsOf(loanId)).toHaveLength(1);
  });
});

describe("at once", () => {
  test("many workers on one payout disburse it once", async () => {
    const { loanId, payoutId } = await ready();
    const { bank, paid } = countingBank();
    await Promise.all(Array.from({ length: 8 }, () => sendPayout(payoutId, start, bank)));
    expect(paid.size).toBe(1);
    expect(await journalsOf(loanId)).toEqual(["DISBURSEMENT", "INTEREST"]);
    expect((await toldOf(merchantId)).filter(({ event }) => event === "loan.disbursed")).toHaveLength(1);
  });

  test("many orders make one payout", async () => {
    const { loanId } = await anyLoan(marketplace.test, merchantId, { now: start });
    const call = { actor: sandboxActor(marketplace.test), loanId, now: start };
    expect(await Promise.all(Array.from({ length: 6 }, () => acceptOffer(call)))).toEqual(Array(6).fill("ACCEPTED"));
    await savePayoutAccount({ ...call, input: anyAccount });
    await Promise.all(Array.from({ length: 4 }, () => giveMandate(call)));
    const ids = await Promise.all(Array.from({ length: 6 }, () => orderPayout(call)));
    expect(new Set(ids).size).toBe(1);
    expect(await payoutsOf(loanId)).toHaveLength(1);
  });
});

describe("the sandbox's bank", () => {
  test("does not know accounts that end in 0000", async () => {
    await expect(ready("0123450000")).rejects.toMatchObject({ code: "PAYOUT_ACCOUNT_REFUSED" });
  });

  test("is slow with those that end in 8888: checked again, less and less often", async () => {
    const { loanId, payoutId } = await ready("0123458888");
    expect(await sendPayout(payoutId, start)).toEqual(later(start, minute));
    expect(await sendPayout(payoutId, later(start, 30 * second))).toEqual(later(start, 90 * second));
    expect(await loanOf(loanId)).toMatchObject({ status: "DISBURSING" });
    expect(await sendPayout(payoutId, later(start, minute))).toBeNull();
    expect(await loanOf(loanId)).toMatchObject({ status: "ACTIVE" });
  });

  test("refuses transfers to those that end in 9999: another account can be given, and is paid", async () => {
    const { loanId, payoutId } = await ready("0123459999");
    await sendPayout(payoutId, start);
    expect(await payoutsOf(loanId)).toMatchObject([
      { status: "FAILED", failureReason: expect.stringMatching(/does not take transfers/), dueAt: null },
    ]);
    expect(await loanOf(loanId)).toMatchObject({ status: "ACCEPTED", payoutAccountId: null });
    const call = { actor: sandboxActor(marketplace.test), loanId, now: later(start, hour) };
    await expect(giveMandate(call)).rejects.toMatchObject({ code: "LOAN_STATE_CONFLICT" });
    await savePayoutAccount({ ...call, input: anyAccount });
    await expect(orderPayout(call)).rejects.toThrow("it has no active mandate yet");
    await giveMandate(call);
    await sendPayout(await orderPayout(call), call.now);
    expect(await payoutsOf(loanId)).toMatchObject([{ status: "FAILED" }, { status: "CONFIRMED" }]);
    expect(await loanOf(loanId)).toMatchObject({ status: "ACTIVE", disbursedAt: call.now });
  });

  test("gives no mandate on an account that was changed while its bank was asked", async () => {
    const { loanId } = await anyLoan(marketplace.test, merchantId, { now: start });
    const call = { actor: sandboxActor(marketplace.test), loanId, now: start };
    await acceptOffer(call);
    await savePayoutAccount({ ...call, input: anyAccount });
    const other = { ...anyAccount, accountNumber: "0123456780" };
    vi.spyOn(mandates, "mandateProvider").mockReturnValueOnce({
      ...mandates.sandboxMandates,
      create: async () => {
        await savePayoutAccount({ ...call, input: other });
        return { status: "ACTIVE", reference: "for the former account" };
      },
      pageFor: () => null,
    });
    expect(await giveMandate(call)).toBe("PENDING");
    await expect(orderPayout(call)).rejects.toThrow("it has no active mandate yet");
    expect(await giveMandate(call)).toBe("ACTIVE");
    await orderPayout(call);
  });

  test("says whose an account is, which is kept beside the number in ciphertext", async () => {
    const { loanId } = await anyLoan(marketplace.test, merchantId, { now: start });
    const call = { actor: sandboxActor(marketplace.test), loanId, now: start };
    await acceptOffer(call);
    const stranger = { ...anyAccount, accountNumber: "0123457777" };
    expect(await savePayoutAccount({ ...call, input: stranger })).toMatchObject({
      nameMatches: false,
      lastFour: "7777",
    });
    const saved = await savePayoutAccount({ ...call, input: anyAccount });
    expect(saved).toMatchObject({ nameMatches: true, lastFour: "6789" });
    const [row] = await db()
      .select()
      .from(payoutAccounts)
      .where(and(eq(payoutAccounts.id, saved.id)));
    expect(row?.accountNumber).not.toContain("0123456789");
    expect((await loanOf(loanId))?.payoutAccountId).toBe(saved.id);
  });
});

test("live and without a bank, nothing pretends: nobody knows whose the account is", async () => {
  const tenant = marketplace.live;
  const live = await lendableMerchant(tenant, start);
  const { loanId } = await anyLoan(tenant, live.merchantId, { now: start });
  const call = { actor: sandboxActor(tenant), loanId, now: start };
  await acceptOffer(call);
  const saved = await savePayoutAccount({ ...call, input: anyAccount });
  expect(saved).toMatchObject({ accountName: null, nameMatches: false });
});
