import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { loans, payouts } from "@/db/schema/loans";
import { connections } from "@/db/schema/merchants";
import { day, hour, later, minute } from "@/lib/kernel/calendar";
import { type Kobo, kobo } from "@/lib/kernel/money";
import { serviceLoan } from "@/lib/lending/servicing/service-loan";
import { closeOrder } from "@/lib/lending/transfers/orders/close-order";
import type { BankProvider, TransferOutcome } from "@/lib/platform/providers/bank";
import { useDatabase } from "@/test/database";
import { sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { createTestLender, giveRail } from "@/test/factories/lender";
import { disbursingLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { releasePayout } from "./release-payout";
import { sendPayout } from "./send-payout";

useDatabase();

let shop: TestMarketplace;
let railId: string;
let accounts = 0;
beforeEach(async () => {
  shop = await createMarketplace();
  railId = await giveRail(await createTestLender({ environment: "live" }), String(++accounts));
});

/** A loan whose payout of 100,000 naira goes over the rail and has not been asked for. */
async function ordered() {
  const { merchantId } = await lendableMerchant(shop.test, now());
  const { loanId, payoutId } = await disbursingLoan(shop.test, merchantId);
  await db().update(payouts).set({ railId, askedAt: null }).where(eq(payouts.id, payoutId));
  return { loanId, payoutId };
}

const payout = async (id: string) => (await db().select().from(payouts).where(eq(payouts.id, id)))[0];
const payoutsOf = (loanId: string) => db().select().from(payouts).where(eq(payouts.loanId, loanId)).orderBy(payouts.id);
const statusOf = async (loanId: string) => (await db().select().from(loans).where(eq(loans.id, loanId)))[0]?.status;

function bankWith(available: Kobo | null, outcome: TransferOutcome = { status: "CONFIRMED", reference: "TRF_1" }) {
  const transfer = vi.fn<BankProvider["transfer"]>(async () => outcome);
  const cover = async () => (available === null ? null : { available, fee: kobo(10_000) });
  return { transfer, cover, nameEnquiry: vi.fn() } satisfies BankProvider;
}

const principal = 10_000_000;

test("what the lender's balance does not cover, its fee counted, waits without being decided or sent, and says so", async () => {
  const { payoutId, loanId } = await ordered();
  const short = bankWith(kobo(principal + 9_999));
  const at = now();
  expect(await sendPayout(payoutId, at, short)).toEqual(later(at, minute));
  expect(short.transfer).not.toHaveBeenCalled();
  expect(await payout(payoutId)).toMatchObject({ status: "PENDING", waitsFor: "BALANCE", askedAt: null });
  expect((await payout(payoutId))?.waitsBecause).toContain("₦0.01");
  await sendPayout(payoutId, now(), bankWith(null));
  expect(await payout(payoutId)).toMatchObject({ waitsFor: "PROVIDER", askedAt: null });
  const enough = bankWith(kobo(principal + 10_000));
  await sendPayout(payoutId, now(), enough);
  expect(await statusOf(loanId)).toBe("ACTIVE");
  expect(await payout(payoutId)).toMatchObject({ status: "CONFIRMED", waitsFor: null, waitsBecause: null });
});

test("what others were asked for without an answer takes its part of the balance; one that was asked for itself is only asked about", async () => {
  const [one, other] = [await ordered(), await ordered()];
  const waits = bankWith(kobo(principal + 10_000), { status: "PENDING", waitsFor: "PROVIDER", sent: "MAYBE" });
  await sendPayout(one.payoutId, now(), waits);
  const second = bankWith(kobo(principal + 10_000));
  await sendPayout(other.payoutId, now(), second);
  expect(second.transfer).not.toHaveBeenCalled();
  await sendPayout(one.payoutId, now(), bankWith(kobo(0)));
  expect(await statusOf(one.loanId)).toBe("ACTIVE");
  await sendPayout(other.payoutId, now(), second);
  expect(second.transfer).toHaveBeenCalledOnce();
});

test("refused because of the account, the merchant chooses another; for another reason, a person sends it anew", async () => {
  const account = await ordered();
  await sendPayout(account.payoutId, now(), bankWith(kobo(2 * principal), refusal("ACCOUNT")));
  expect(await statusOf(account.loanId)).toBe("ACCEPTED");
  expect(await payoutsOf(account.loanId)).toMatchObject([{ status: "FAILED", failureCause: "ACCOUNT" }]);

  const { loanId, payoutId } = await ordered();
  await sendPayout(payoutId, now(), bankWith(kobo(2 * principal), refusal("OTHER")));
  expect(await statusOf(loanId)).toBe("PAYOUT_HELD");
  const [failed, held, ...more] = await payoutsOf(loanId);
  expect(more).toEqual([]);
  expect(failed).toMatchObject({ status: "FAILED", failureCause: "OTHER" });
  expect(held).toMatchObject({ status: "HELD", waitsFor: "PERSON", waitsBecause: "Refused.", dueAt: null });
  expect(held?.reference).toMatch(/^[a-z0-9]{16}$/);
  expect(held?.reference).not.toBe(failed?.reference);
  await releasePayout({ actor: sandboxActor(shop.test), loanId, now: now() });
  expect(await payout(held?.id ?? "")).toMatchObject({ status: "PENDING", waitsFor: null, waitsBecause: null });
});

const refusal = (cause: "ACCOUNT" | "OTHER") => ({ status: "FAILED", cause, reason: "Refused." }) as const;

test("a bank is given the order's own reference, whoever asks and however often", async () => {
  const { payoutId } = await ordered();
  const bank = bankWith(kobo(2 * principal), { status: "PENDING", waitsFor: "OTP", detail: "A code is needed." });
  await sendPayout(payoutId, now(), bank);
  await sendPayout(payoutId, later(now(), day), bank);
  const asked = bank.transfer.mock.calls.map(([order]) => order.reference);
  const { reference } = (await payout(payoutId)) ?? {};
  expect(asked).toEqual([reference, reference]);
  expect(await payout(payoutId)).toMatchObject({ waitsFor: "OTP", waitsBecause: "A code is needed." });
});

test("refused moments after silence is not final: what went unanswered may still arrive; an hour later it is", async () => {
  const { loanId, payoutId } = await ordered();
  const at = now();
  await sendPayout(
    payoutId,
    at,
    bankWith(kobo(2 * principal), { status: "PENDING", waitsFor: "PROVIDER", sent: "MAYBE" }),
  );
  const refused = bankWith(kobo(2 * principal), { ...refusal("ACCOUNT"), sent: "NO" });
  expect(await sendPayout(payoutId, later(at, minute), refused)).not.toBeNull();
  expect([(await payout(payoutId))?.status, await statusOf(loanId)]).toEqual(["PENDING", "DISBURSING"]);
  await sendPayout(payoutId, later(at, 2 * hour), refused);
  expect([(await payout(payoutId))?.status, await statusOf(loanId)]).toEqual(["FAILED", "ACCEPTED"]);
});

test("of an order that the provider took nothing of, nobody was asked: it is decided again before the next try", async () => {
  const { loanId, payoutId } = await ordered();
  await sendPayout(
    payoutId,
    now(),
    bankWith(kobo(2 * principal), { status: "PENDING", waitsFor: "BALANCE", sent: "NO" }),
  );
  expect(await payout(payoutId)).toMatchObject({ status: "PENDING", waitsFor: "BALANCE", askedAt: null });
  const [{ merchantId = "" } = {}] = await db().select().from(loans).where(eq(loans.id, loanId));
  await db().update(connections).set({ status: "SUSPENDED" }).where(eq(connections.merchantId, merchantId));
  const bank = bankWith(kobo(2 * principal));
  await sendPayout(payoutId, now(), bank);
  expect(bank.transfer).not.toHaveBeenCalled();
});

test("what is paid after it was taken for refused is kept for a person, and pays nothing twice", async () => {
  const { loanId, payoutId } = await ordered();
  let answer = (_: TransferOutcome) => {};
  const late = bankWith(kobo(2 * principal));
  late.transfer.mockReturnValue(new Promise<TransferOutcome>((resolve) => (answer = resolve)));
  const slow = sendPayout(payoutId, now(), late);
  await expect.poll(() => late.transfer.mock.calls.length).toBe(1);
  await sendPayout(payoutId, later(now(), 2 * hour), bankWith(kobo(2 * principal), refusal("ACCOUNT")));
  answer({ status: "CONFIRMED", reference: "TRF_late" });
  await slow;
  expect(await payout(payoutId)).toMatchObject({ status: "FAILED", waitsFor: "PERSON", providerReference: "TRF_late" });
  expect(await statusOf(loanId)).toBe("ACCEPTED");
});

/** A loan whose payout was refused for its account, and turns out to have been paid after all. */
async function paidAfterAll() {
  const { loanId, payoutId } = await ordered();
  await sendPayout(payoutId, now(), bankWith(kobo(2 * principal), refusal("ACCOUNT")));
  const found = { ...bankWith(kobo(2 * principal)), isReversed: async () => false };
  await sendPayout(payoutId, later(now(), day), found);
  const { reference, payoutAccountId } = (await payout(payoutId)) ?? {};
  const close = (outcome: "PAID" | "NOT_PAID") => {
    const closed = { order: reference ?? "", amount: 100_000, outcome, bankReference: `FT-${reference}` };
    const call = { actor: sandboxActor(shop.test), loanId, now: later(now(), day) };
    return closeOrder({ ...call, input: { ...closed, reason: "On the statement." } });
  };
  return { loanId, payoutId, payoutAccountId, close };
}

test("until one that was paid late is closed, the merchant's other account is sent nothing; PAID, it pays the loan", async () => {
  const { loanId, payoutId, payoutAccountId, close } = await paidAfterAll();
  await db().update(loans).set({ payoutAccountId }).where(eq(loans.id, loanId));
  await serviceLoan(loanId, now());
  expect(await payoutsOf(loanId)).toMatchObject([
    { id: payoutId, status: "FAILED" },
    { status: "HELD", dueAt: null },
  ]);
  await close("PAID");
  expect(await statusOf(loanId)).toBe("ACTIVE");
  expect(await payoutsOf(loanId)).toMatchObject([{ id: payoutId, status: "CONFIRMED" }, { status: "CANCELLED" }]);

  const unnamed = await paidAfterAll();
  await unnamed.close("PAID");
  const [loan] = await db().select().from(loans).where(eq(loans.id, unnamed.loanId));
  expect(loan).toMatchObject({ status: "ACTIVE", payoutAccountId: unnamed.payoutAccountId });
});

test("what was ordered before it was known waits unsent, and goes once the money is said to have come back", async () => {
  const { loanId, payoutId, payoutAccountId, close } = await paidAfterAll();
  const late = eq(payouts.id, payoutId);
  await db().update(payouts).set({ waitsFor: null }).where(late);
  await db().update(loans).set({ payoutAccountId }).where(eq(loans.id, loanId));
  await serviceLoan(loanId, now());
  await db().update(payouts).set({ waitsFor: "PERSON" }).where(late);
  const next = (await payoutsOf(loanId)).at(-1)?.id ?? "";
  const bank = bankWith(kobo(2 * principal));
  await sendPayout(next, now(), bank);
  expect(bank.transfer).not.toHaveBeenCalled();
  expect(await payout(next)).toMatchObject({ status: "PENDING", waitsFor: "PERSON", askedAt: null });
  await close("NOT_PAID");
  await sendPayout(next, now(), bank);
  expect(await statusOf(loanId)).toBe("ACTIVE");
});
