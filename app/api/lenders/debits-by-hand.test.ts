import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { POST as closeOrder } from "@/app/api/ops/loans/[loanId]/close-order/route";
import { POST as giveMandate } from "@/app/api/ops/loans/[loanId]/mandate/route";
import { GET as mandateForm } from "@/app/api/ops/loans/[loanId]/mandate-form/route";
import { POST as approve } from "@/app/api/ops/proposals/[proposalId]/approve/route";
import { db } from "@/db/client";
import { instructionBatches } from "@/db/schema/instruction-batches";
import { loans, mandates } from "@/db/schema/loans";
import { payments } from "@/db/schema/payments";
import type { Tenant } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import { lagosDate } from "@/lib/kernel/lagos-days";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { checkMandate } from "@/lib/lending/servicing/check-mandate";
import { serviceLoan } from "@/lib/lending/servicing/service-loan";
import { requestMandate } from "@/lib/lending/transfers/mandates/request-mandate";
import { collectPayment } from "@/lib/lending/transfers/payments/collect-payment";
import { orderPayment } from "@/lib/lending/transfers/payments/order-payment";
import { storePayoutAccount } from "@/lib/lending/transfers/payouts/save-payout-account";
import { merchantNames } from "@/lib/merchants/merchants/merchant-names";
import { bringAnyForm, giveRailByHand } from "@/test/by-hand";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { createTestLender } from "@/test/factories/lender";
import { acceptedLoan, anyAccount } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { GET as file } from "./[lenderId]/batches/[instructionBatchId]/file/route";
import { POST as release } from "./[lenderId]/batches/[instructionBatchId]/release/route";
import { POST as make } from "./[lenderId]/batches/route";

useDatabase();

let live: Tenant;
let first: string;
let second: string;
let lenderId: string;
beforeAll(async () => {
  live = (await createMarketplace({ live: true })).live;
  [first, second] = [(await anyOperator()).token, (await anyOperator()).token];
  lenderId = await createTestLender({ environment: "live" });
  await giveRailByHand(lenderId);
});

const decided = ({ id, evidenceDigest }: Record<string, unknown>, key = second) =>
  call(approve, { key, params: { proposalId: String(id) }, body: { evidenceDigest } });

/** An accepted loan of that lender, to the merchant's own account. */
async function accepted() {
  const { merchantId } = await lendableMerchant(live, now());
  const { loanId, reference } = await acceptedLoan(live, merchantId);
  await db().update(loans).set({ lenderId }).where(eq(loans.id, loanId));
  const [accountName = ""] = await merchantNames(everyMerchantOf(live), merchantId);
  const call = { actor: sandboxActor(live), loanId, now: now() };
  await storePayoutAccount({ ...call, input: anyAccount, enquiry: { accountName } });
  return { ...call, reference, accountName };
}

const propose = (loanId: string, bankReference: string) =>
  call(giveMandate, { key: first, params: { loanId }, body: { bankReference, reason: "The bank confirmed it." } });
const loanOf = async (id: string) => (await db().select().from(loans).where(eq(loans.id, id)))[0];
const paymentOf = async (id: string) => (await db().select().from(payments).where(eq(payments.loanId, id)))[0];

test("a loan waits for its form, and goes on once two operators have entered the bank's reference", async () => {
  const { loanId, ...loan } = await accepted();
  expect(await requestMandate({ ...loan, loanId, realNow: now() })).toMatchObject({ url: null, onPaper: true });
  const form = await call(mandateForm, { key: first, params: { loanId } });
  expect([form.status, form.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  await serviceLoan(loanId, now());
  expect(await loanOf(loanId)).toMatchObject({ status: "ACCEPTED" });
  expect((await propose(loanId, "DD-1")).json).toMatchObject({ code: "LOAN_STATE_CONFLICT" });
  await bringAnyForm({ ...loan, loanId });
  const { json } = await propose(loanId, "DD-1");
  expect((await decided(json, first)).json.code).toBe("OWN_PROPOSAL");
  expect((await decided(json)).status).toBe(200);
  await serviceLoan(loanId, now());
  expect(await loanOf(loanId)).toMatchObject({ status: "DISBURSING" });
  const [mandate] = await db().select().from(mandates).where(eq(mandates.loanId, loanId));
  expect(mandate).toMatchObject({ status: "ACTIVE", providerReference: "DD-1", railId: expect.any(String) });
  // Its bank cannot be asked about it, and nobody pretends that it has ended.
  await checkMandate(mandate?.id ?? "", now());
  expect((await db().select().from(mandates).where(eq(mandates.loanId, loanId)))[0]?.status).toBe("ACTIVE");
  const another = await accepted();
  await bringAnyForm(another);
  expect((await propose(another.loanId, "DD-1")).json.code).toBe("VALIDATION_FAILED");
  expect((await propose(loanId, "DD-2")).json.code).toBe("LOAN_STATE_CONFLICT");
});

test("debits are a batch of their own, with the mandate's reference, and end by what the bank did", async () => {
  const { loanId, reference, accountName, ...own } = await accepted();
  await bringAnyForm({ ...own, loanId });
  await decided((await propose(loanId, "=DD-3")).json);
  await db().update(loans).set({ status: "ACTIVE", disbursedAt: now(), dueAt: null }).where(eq(loans.id, loanId));
  await orderPayment({ ...own, loanId, input: { amount: 5_000 } });
  const { id = "", reference: order = "" } = (await paymentOf(loanId)) ?? {};
  expect(await collectPayment(id, now())).toBeNull();
  expect(await paymentOf(loanId)).toMatchObject({ status: "PENDING", askedAt: null, dueAt: null });

  const made = await call(make, { key: first, params: { lenderId }, body: { kind: "DEBITS" } });
  expect(made.json).toMatchObject({ kind: "DEBITS", orders: 1, total: 5_000, lines: [{ what: "DEBIT" }] });
  const on = { params: { lenderId, instructionBatchId: String(made.json.id) } };
  expect((await call(release, { key: first, ...on, body: {} })).status).toBe(200);
  const { text } = await call(file, { key: first, ...on });
  const [, line = ""] = text.split("\r\n");
  expect(line).toMatch(new RegExp(`^${order?.toUpperCase()},058,.*,5000.00,Debit of loan ${reference},.*,'=DD-3$`));
  expect(line).toContain(accountName);

  const refused = {
    order,
    amount: 5_000,
    outcome: "NOT_PAID",
    failure: "INSUFFICIENT_FUNDS",
    reason: "Its statement.",
  };
  await db()
    .update(instructionBatches)
    .set({ releasedFor: lagosDate(later(now(), -7 * day)) })
    .where(eq(instructionBatches.lenderId, lenderId));
  const closing = await call(closeOrder, { key: first, params: { loanId }, body: refused });
  expect((await decided(closing.json)).status).toBe(200);
  expect(await paymentOf(loanId)).toMatchObject({ status: "FAILED", failure: "INSUFFICIENT_FUNDS" });
});
