import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POST as acceptLoan } from "@/app/api/v1/marketplace-api/test-helpers/loans/[loanId]/accept/route";
import { POST as refuse } from "@/app/api/v1/marketplace-api/test-helpers/loans/[loanId]/refuse-payout/route";
import { POST as release } from "@/app/api/v1/marketplace-api/test-helpers/loans/[loanId]/release-payout/route";
import { db } from "@/db/client";
import { loans, mandates, payouts } from "@/db/schema/loans";
import { connections } from "@/db/schema/merchants";
import type { Route } from "@/lib/edge/http/route";
import { day, later } from "@/lib/kernel/calendar";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { serviceLoan } from "@/lib/lending/servicing/service-loan";
import { agreeMandate } from "@/lib/lending/transfers/mandates/agree-mandate";
import { refundOverpayment } from "@/lib/lending/transfers/payouts/refund-overpayment";
import { sendPayout } from "@/lib/lending/transfers/payouts/send-payout";
import { repayLoan } from "@/lib/sandbox/test-helpers/test-loans/repay-loan";
import { readLoanForStaff } from "@/lib/surfaces/dashboard/loan-detail";
import { payoutWaits } from "@/lib/terms/payouts";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { linkIdIn, merchantWithOffer, payOut } from "@/test/factories/journey-loan";
import { sandboxActor } from "@/test/factories/kyc";
import { anyAccount, toldOf } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { askAs, type OperationName } from "@/test/journey-loan-calls";
import { usePlainAgreements } from "@/test/plain-agreements";
import { now } from "@/test/time";

useDatabase();
usePlainAgreements();

let shop: TestMarketplace;
let merchant: Awaited<ReturnType<typeof merchantWithOffer>>;
beforeAll(async () => {
  shop = await createMarketplace();
});

const strangers = { ...anyAccount, accountNumber: "0123457777" };
const ask = (name: OperationName, body?: unknown) => askAs(merchant, name, body === undefined ? {} : { body });
const help = (helper: Route, body: unknown = {}) =>
  call(helper, { key: shop.testKey, method: "POST", params: { loanId: merchant.loanId }, body });
const read = async () => (await ask("read")).json;
const payoutsOf = () => db().select().from(payouts).where(eq(payouts.loanId, merchant.loanId)).orderBy(payouts.id);

/** Everything the merchant has to do, with this account. */
async function acceptWith(account: typeof anyAccount | typeof strangers): Promise<void> {
  await ask("accept");
  await ask("account", account);
  const { url } = (await ask("mandate")).json;
  await agreeMandate({ linkId: linkIdIn(url), realNow: now() });
}

const start = now();
beforeEach(async () => {
  merchant = await merchantWithOffer(shop.test);
  await acceptWith(strangers);
  await serviceLoan(merchant.loanId, start);
});

test("a payout to an account in nobody's name that is known is held: no money moves, and the journey says so", async () => {
  expect(await payoutsOf()).toMatchObject([{ status: "HELD", dueAt: null, askedAt: null }]);
  const [held] = await payoutsOf();
  expect(await sendPayout(held?.id ?? "", now())).toBeNull();
  await serviceLoan(merchant.loanId, later(start, day));
  expect(await read()).toMatchObject({
    status: "APPROVED",
    stage: "paying-out",
    payoutHeld: true,
    payoutRefusal: null,
  });
  expect(await toldOf(merchant.merchantId)).toEqual([]);
});

test("the merchant cannot change the account meanwhile, but still decline", async () => {
  expect(await ask("account", anyAccount)).toMatchObject({ status: 409, json: { code: "LOAN_STATE_CONFLICT" } });
  expect(await ask("accept")).toMatchObject({ status: 200, json: { payoutHeld: true } });
  expect(await ask("decline")).toMatchObject({ status: 200, json: { status: "CANCELLED", payoutHeld: false } });
  expect(await payoutsOf()).toMatchObject([{ status: "CANCELLED" }]);
});

describe("released", () => {
  test("what waits for anybody but the provider says that it does, and staff see for what", async () => {
    await help(release);
    const shown = async (waitsFor: (typeof payoutWaits)[number] | null) => {
      await db().update(payouts).set({ waitsFor }).where(eq(payouts.loanId, merchant.loanId));
      const { payout } = await readLoanForStaff(everyMerchantOf(shop.test), merchant.loanId, now());
      return [(await read()).payoutDelayed, payout?.status, payout?.waitsFor];
    };
    expect(await shown(null)).toEqual([false, "PENDING", null]);
    for (const waitsFor of payoutWaits)
      expect(await shown(waitsFor)).toEqual([waitsFor !== "PROVIDER", "PENDING", waitsFor]);
    await sendPayout((await payoutsOf())[0]?.id ?? "", now());
    expect(await shown("BALANCE")).toEqual([false, undefined, undefined]);
  });

  test("it is sent, once, and releasing again changes nothing", async () => {
    expect(await help(release)).toMatchObject({ status: 200, json: { status: "APPROVED" } });
    expect(await read()).toMatchObject({ stage: "paying-out", payoutHeld: false });
    expect((await help(release)).status).toBe(200);
    const [released] = await payoutsOf();
    await sendPayout(released?.id ?? "", now());
    expect(await read()).toMatchObject({ status: "ACTIVE", payoutHeld: false });
    expect((await help(release)).json).toMatchObject({ status: "ACTIVE" });
    expect(await payoutsOf()).toMatchObject([{ id: released?.id, status: "CONFIRMED" }]);
    expect(await help(refuse)).toMatchObject({ status: 409, json: { code: "LOAN_STATE_CONFLICT" } });
  });

  test("it is decided again: an offer that no longer stands is cancelled instead", async () => {
    const its = eq(connections.merchantId, merchant.merchantId);
    await db().update(connections).set({ status: "SUSPENDED" }).where(its);
    expect(await help(release)).toMatchObject({ status: 409, json: { code: "OFFER_WITHDRAWN" } });
    expect(await read()).toMatchObject({ status: "CANCELLED", payoutHeld: false });
    expect(await payoutsOf()).toMatchObject([{ status: "CANCELLED" }]);
  });
});

describe("refused", () => {
  test("the merchant is told why and gives another account, which is paid", async () => {
    const reason = "The account belongs to somebody we do not know.";
    expect(await help(refuse, { reason })).toMatchObject({ status: 200, json: { status: "APPROVED" } });
    expect(await read()).toMatchObject({
      stage: "payout-account",
      payoutAccount: null,
      mandate: "NONE",
      payoutHeld: false,
      payoutRefusal: reason,
      payoutFailure: null,
    });
    expect(await help(refuse)).toMatchObject({ status: 409, json: { code: "LOAN_STATE_CONFLICT" } });
    await acceptWith(anyAccount);
    expect(await read()).toMatchObject({ stage: "mandate", payoutRefusal: null });
    await payOut(merchant.loanId);
    expect(await read()).toMatchObject({ status: "ACTIVE" });
    expect(await payoutsOf()).toMatchObject([{ status: "REFUSED", failureReason: reason }, { status: "CONFIRMED" }]);
  });

  test("without a reason there is one to show", async () => {
    await help(refuse);
    expect(await read()).toMatchObject({ payoutRefusal: expect.stringMatching(/name/) });
  });

  test("the merchant has at least a week for another account", async () => {
    await db().update(loans).set({ offerExpiresAt: start }).where(eq(loans.id, merchant.loanId));
    await help(refuse);
    const { offerExpiresAt } = await read();
    expect(Date.parse(String(offerExpiresAt))).toBeGreaterThan(later(now(), 6 * day).getTime());
  });
});

test("after 14 days without an operator it is given up, and the mandate with it", async () => {
  expect(await serviceLoan(merchant.loanId, later(start, 14 * day - 1))).toEqual(later(start, 14 * day));
  expect(await serviceLoan(merchant.loanId, later(start, 14 * day))).toBeNull();
  expect(await read()).toMatchObject({ status: "CANCELLED", stage: "ended", payoutHeld: false, mandate: "NONE" });
  expect(await toldOf(merchant.merchantId)).toMatchObject([{ event: "loan.cancelled", reason: "PAYOUT_NOT_RELEASED" }]);
  expect(await payoutsOf()).toMatchObject([{ status: "CANCELLED" }]);
  const given = await db().select().from(mandates).where(eq(mandates.loanId, merchant.loanId));
  expect(given).toMatchObject([{ status: "CANCELLED" }]);
  expect(await help(release)).toMatchObject({ status: 409, json: { code: "LOAN_STATE_CONFLICT" } });
});

test("what is owed back goes there only once a payout there was released", async () => {
  const { loanId } = merchant;
  const call = () => ({ actor: sandboxActor(shop.test), loanId, now: now() });
  await repayLoan({ ...call(), input: { amount: 50 } });
  expect(await refundOverpayment(call())).toBeNull();
  await help(release);
  const [released] = await payoutsOf();
  await sendPayout(released?.id ?? "", now());
  await repayLoan({ ...call(), input: { amount: 120_000 } });
  expect(await refundOverpayment(call())).toEqual(expect.any(String));
});

test("the helper that accepts has a payout held too, and goes on after its release", async () => {
  merchant = await merchantWithOffer(shop.test);
  expect((await help(acceptLoan, strangers)).json).toMatchObject({ status: "APPROVED" });
  expect(await read()).toMatchObject({ payoutHeld: true });
  expect((await help(acceptLoan)).json).toMatchObject({ status: "APPROVED" });
  await help(release);
  expect((await help(acceptLoan)).json).toMatchObject({ status: "ACTIVE" });
});

test.each([
  ["release", release],
  ["refuse", refuse],
])("a payout that is not held: %s conflicts", async (_, helper) => {
  merchant = await merchantWithOffer(shop.test);
  expect(await help(helper)).toMatchObject({ status: 409, json: { code: "LOAN_STATE_CONFLICT" } });
});
