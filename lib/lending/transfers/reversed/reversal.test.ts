import { and, desc, eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { journals } from "@/db/schema/ledger";
import { loanChanges } from "@/db/schema/loan-changes";
import { loans, payouts } from "@/db/schema/loans";
import { merchants } from "@/db/schema/merchants";
import { auditLog, mails } from "@/db/schema/operations";
import type { Tenant } from "@/lib/kernel/actor";
import { day, hour, later } from "@/lib/kernel/calendar";
import { orderPayment } from "@/lib/lending/transfers/payments/order-payment";
import { sendPayout } from "@/lib/lending/transfers/payouts/send-payout";
import { readLedger } from "@/lib/loans/ledger/check";
import { differencesIn } from "@/lib/loans/ledger/find-differences";
import { resumeLoan } from "@/lib/loans/loans/changes/resume-loan";
import type { BankProvider } from "@/lib/platform/providers/bank";
import { useDatabase } from "@/test/database";
import { sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { createTestLender, giveRail } from "@/test/factories/lender";
import { disbursingLoan, toldOf } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";

useDatabase();

let tenant: Tenant;
let railId: string;
let accounts = 0;
beforeEach(async () => {
  tenant = (await createMarketplace()).test;
  railId = await giveRail(await createTestLender({ environment: "live" }), String(++accounts));
});

function bankThat(isReversed: BankProvider["isReversed"]) {
  return {
    nameEnquiry: vi.fn(),
    transfer: vi.fn<BankProvider["transfer"]>(async () => ({ status: "CONFIRMED", reference: "TRF_1" })),
    isReversed: vi.fn(isReversed),
  } satisfies BankProvider;
}

const stays = () => bankThat(async () => false);
const cameBack = () => bankThat(async () => true);

/** A loan of 100,000 naira that was paid out over a rail at `at`. */
async function paidOut(at = now()) {
  const { merchantId } = await lendableMerchant(tenant, at);
  await db().update(merchants).set({ email: "ada@shop.example" }).where(eq(merchants.id, merchantId));
  const { loanId, payoutId } = await disbursingLoan(tenant, merchantId, { now: at });
  await db().update(payouts).set({ railId }).where(eq(payouts.id, payoutId));
  await sendPayout(payoutId, at, stays());
  return { loanId, payoutId, merchantId, at };
}

const loanOf = async (id: string) => (await db().select().from(loans).where(eq(loans.id, id)))[0];
const payoutOf = async (id: string) => (await db().select().from(payouts).where(eq(payouts.id, id)))[0];
const booksOf = async (loanId: string) => differencesIn(await readLedger(loanId));

test("a payout that arrived is asked about daily for 14 days, hourly where nobody answers, and then no more", async () => {
  const { payoutId, at } = await paidOut();
  expect((await payoutOf(payoutId))?.dueAt).toEqual(later(at, day));
  const bank = stays();
  expect(await sendPayout(payoutId, later(at, day), bank)).toEqual(later(at, 2 * day));
  expect(
    await sendPayout(
      payoutId,
      later(at, 2 * day),
      bankThat(async () => null),
    ),
  ).toEqual(later(at, 2 * day + hour));
  const broken = bankThat(async () => {
    throw new Error("no answer");
  });
  expect(await sendPayout(payoutId, later(at, 3 * day), broken)).toEqual(later(at, 3 * day + hour));
  expect(await sendPayout(payoutId, later(at, 13.5 * day), bank)).toEqual(later(at, 14 * day));
  expect((await payoutOf(payoutId))?.dueAt).toEqual(later(at, 14 * day));
  expect(await sendPayout(payoutId, later(at, 14 * day), bank)).toBeNull();
  expect((await payoutOf(payoutId))?.dueAt).toBeNull();
  expect(bank.isReversed).toHaveBeenCalledTimes(3);
  expect(bank.transfer).not.toHaveBeenCalled();
  const { reference } = (await payoutOf(payoutId)) ?? {};
  expect(bank.isReversed.mock.calls[0]?.[0]).toMatchObject({ reference, amount: 10_000_000 });
});

test("one that was not asked about in time is asked about once more", async () => {
  const { payoutId, loanId, at } = await paidOut();
  expect(await sendPayout(payoutId, later(at, 40 * day), cameBack())).toBeNull();
  expect((await loanOf(loanId))?.returnedAt).toEqual(later(at, 40 * day));
});

test("one that went over no rail is not asked about", async () => {
  const { payoutId, at } = await paidOut();
  await db().update(payouts).set({ railId: null }).where(eq(payouts.id, payoutId));
  const bank = cameBack();
  expect(await sendPayout(payoutId, later(at, day), bank)).toBeNull();
  expect(bank.isReversed).not.toHaveBeenCalled();
});

test("once it came back collection is paused at once, and nobody but the two decisions can resume it", async () => {
  const { payoutId, loanId, merchantId, at } = await paidOut();
  const then = later(at, day);
  expect(await sendPayout(payoutId, then, cameBack())).toBeNull();
  expect(await sendPayout(payoutId, later(then, hour), cameBack())).toBeNull();
  expect(await payoutOf(payoutId)).toMatchObject({ status: "CONFIRMED", reversedAt: then, dueAt: null });
  const paused = { status: "ACTIVE", returnedAt: then, pausedAt: then, agingSince: null, journalNumber: 3 };
  expect(await loanOf(loanId)).toMatchObject(paused);
  const [change] = await db().select().from(loanChanges).where(eq(loanChanges.loanId, loanId));
  expect(change).toMatchObject({ kind: "PAUSE", reason: "PAYOUT_REVERSED" });
  expect((await toldOf(merchantId)).at(-1)).toMatchObject({
    event: "loan.repayment_updated",
    reason: "PAYOUT_REVERSED",
  });
  const ledger = await readLedger(loanId);
  expect(ledger.journals.at(-1)).toMatchObject({
    type: "PAYOUT_REVERSED",
    payoutId,
    entries: [
      { account: "CASH", amount: 10_000_000 },
      { account: "UNDELIVERED", amount: -10_000_000 },
    ],
  });
  expect(differencesIn(ledger)).toBeNull();
  const written = await db()
    .select()
    .from(mails)
    .where(and(eq(mails.loanId, loanId), eq(mails.kind, "PAYOUT_REVERSED")));
  expect(written).toHaveLength(1);
  expect(written[0]?.body).toContain("ending in 6789");
  const [audited] = await db()
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, payoutId))
    .orderBy(desc(auditLog.number));
  expect(audited).toMatchObject({ action: "payout.reverse", detail: { purpose: "DISBURSEMENT" } });

  const call = { actor: sandboxActor(tenant), loanId, now: later(then, hour) };
  const resume = resumeLoan({ ...call, input: { reason: "Go on." } });
  await expect(resume).rejects.toMatchObject({ code: "LOAN_STATE_CONFLICT" });
  const pay = orderPayment({ ...call, input: { amount: 1_000 } });
  await expect(pay).rejects.toMatchObject({ code: "LOAN_STATE_CONFLICT" });
  expect(await db().$count(journals, eq(journals.loanId, loanId))).toBe(3);
  expect(await booksOf(loanId)).toBeNull();
});
