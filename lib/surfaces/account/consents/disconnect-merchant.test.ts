import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { connection, db, transaction } from "@/db/client";
import { fundingRequests } from "@/db/schema/funding";
import { kycRecords } from "@/db/schema/kyc";
import { loans, payouts } from "@/db/schema/loans";
import { connections } from "@/db/schema/merchants";
import { auditLog } from "@/db/schema/operations";
import { events } from "@/db/schema/webhooks";
import type { Actor } from "@/lib/kernel/actor";
import { createFundingRequest } from "@/lib/lending/funding/create-funding-request";
import { decideFundingRequest } from "@/lib/lending/funding/decide-funding-request";
import { sendPayout } from "@/lib/lending/transfers/payouts/send-payout";
import { createMerchant } from "@/lib/merchants/merchants/create-merchant";
import type { BankProvider } from "@/lib/platform/providers/bank";
import { bulkSubmission } from "@/lib/sales/records/batch-schema";
import { submitBatch } from "@/lib/sales/records/submit-batch";
import { repayLoan } from "@/lib/sandbox/test-helpers/test-loans/repay-loan";
import { useDatabase } from "@/test/database";
import { batchOf, recordOf } from "@/test/factories/batch";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { createTestLender } from "@/test/factories/lender";
import { activeLoan, anyLoan, disbursingLoan, heldLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { disconnectMerchant } from "./disconnect-merchant";

useDatabase();

let shop: TestMarketplace;
let key: Actor;
beforeAll(async () => {
  shop = await createMarketplace();
  key = { kind: "secretKey", tenant: shop.test, keyId: "key_1" };
});

const disconnect = (ref: string, reason?: string) =>
  disconnectMerchant({ actor: key, ref, input: { reason }, now: now(), realNow: now() });
const statusOf = async (loanId: string) => {
  const [loan] = await db().select().from(loans).where(eq(loans.id, loanId));
  return [loan?.status, loan?.cancelReason];
};
const told = async (merchantId: string) =>
  (await db().select().from(events).where(eq(events.merchantId, merchantId)).orderBy(events.sequence)).map(({ body }) =>
    JSON.parse(body),
  );
const connectionOf = async (merchantId: string) =>
  (await db().select().from(connections).where(eq(connections.merchantId, merchantId)))[0];
const ask = (ref: string) => {
  const input = { amountRequested: 5_000, tenorDays: 30, purpose: "Other", financingTimeframeDays: 7 } as const;
  return createFundingRequest({ actor: key, ref, input, now: now() });
};
const waiting = async () =>
  (
    await db().execute(
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).length;

test("what has not begun ends, what runs goes on, and it is told once", async () => {
  const { merchantId, thirdPartyCustomerId: ref } = await anyMerchant(shop.test);
  const request = await ask(ref);
  const offer = await anyLoan(shop.test, merchantId);
  const held = await heldLoan(shop.test, merchantId);
  const onItsWay = await disbursingLoan(shop.test, merchantId);
  const running = await activeLoan(shop.test, merchantId);

  const answer = await disconnect(ref, "The shop has closed.");
  expect(answer).toEqual({
    connectionId: expect.stringMatching(/^con_/),
    merchantId,
    thirdPartyCustomerId: ref,
    connectionStatus: "DISCONNECTED",
    disconnectedAt: expect.any(String),
    disconnectedBy: "MARKETPLACE",
    runningLoans: [onItsWay.loanId, running.loanId],
  });
  expect(await connectionOf(merchantId)).toMatchObject({ disconnectNote: "The shop has closed." });
  expect(await statusOf(offer.loanId)).toEqual(["CANCELLED", "DISCONNECTED"]);
  expect(await statusOf(held.loanId)).toEqual(["CANCELLED", "DISCONNECTED"]);
  expect(await statusOf(onItsWay.loanId)).toEqual(["DISBURSING", null]);
  const [cancelled] = await db().select().from(fundingRequests).where(eq(fundingRequests.id, request.id));
  expect(cancelled).toMatchObject({ status: "CANCELLED", dueAt: null, decidedAt: expect.any(Date) });
  expect(await decideFundingRequest(request.id, now())).toBeNull();

  expect(await disconnect(merchantId, "Again.")).toEqual(answer);
  const events = await told(merchantId);
  expect(events.slice(-3)).toMatchObject([
    { event: "loan.cancelled", loan: { id: offer.loanId }, reason: "DISCONNECTED" },
    { event: "loan.cancelled", loan: { id: held.loanId }, reason: "DISCONNECTED" },
    {
      event: "merchant.disconnected",
      merchant: { service_id: merchantId, marketplace_id: ref },
      connection_id: answer.connectionId,
      reason: "MARKETPLACE",
      disconnected_at: answer.disconnectedAt,
      cancelled_funding_requests: [request.id],
      running_loans: [onItsWay.loanId, running.loanId],
    },
  ]);
  expect(events.filter(({ event }) => event === "merchant.disconnected")).toHaveLength(1);
  const audited = await db().select().from(auditLog).where(eq(auditLog.subjectId, answer.connectionId));
  expect(audited).toMatchObject([{ actor: "key_1", action: "connection.disconnect", detail: { by: "MARKETPLACE" } }]);

  // Money that was on its way arrives, and both debts are repaid as agreed.
  const [payout] = await db().select().from(payouts).where(eq(payouts.loanId, onItsWay.loanId));
  await sendPayout(payout?.id ?? "", now());
  expect(await statusOf(onItsWay.loanId)).toEqual(["ACTIVE", null]);
  for (const { loanId } of [onItsWay, running]) {
    await repayLoan({ actor: sandboxActor(shop.test), loanId, input: { amount: 109_000 }, now: now() });
    expect(await statusOf(loanId)).toEqual(["REPAID", null]);
  }
});

test("a payout that the bank refuses afterwards asks for no other account", async () => {
  const { merchantId } = await anyMerchant(shop.test);
  const { loanId, payoutId } = await disbursingLoan(shop.test, merchantId, { accountNumber: "0123459999" });
  await disconnect(merchantId);
  await sendPayout(payoutId, now());
  expect(await statusOf(loanId)).toEqual(["CANCELLED", "DISCONNECTED"]);
});

test("a payout that the bank has not been asked for is not sent", async () => {
  const { merchantId } = await anyMerchant(shop.test);
  const { loanId, payoutId } = await disbursingLoan(shop.test, merchantId);
  await db().update(payouts).set({ askedAt: null }).where(eq(payouts.id, payoutId));
  await disconnect(merchantId);
  const transfer = vi.fn<BankProvider["transfer"]>();
  expect(await sendPayout(payoutId, now(), { nameEnquiry: vi.fn(), transfer })).toBeNull();
  expect(transfer).not.toHaveBeenCalled();
  expect(await statusOf(loanId)).toEqual(["CANCELLED", "DISCONNECTED"]);
});

test("the marketplace cannot take it back: the merchant it creates again stays as it was", async () => {
  const { merchantId, thirdPartyCustomerId } = await anyMerchant(shop.test);
  await disconnect(merchantId);
  const before = (await told(merchantId)).length;
  const input = { thirdPartyCustomerId, businessName: "Ada", email: "new@shop.example", externalReference: "x" };
  expect(await createMerchant({ actor: key, input, now: now() })).toMatchObject({ merchantId, created: false });
  expect(await connectionOf(merchantId)).toMatchObject({ status: "DISCONNECTED", externalReference: null });
  expect(await told(merchantId)).toHaveLength(before);
});

describe("at the same moment", () => {
  test("an offer that is made while it waits for the merchant is withdrawn, too", async () => {
    const { merchantId } = await anyMerchant(shop.test);
    const first = await anyLoan(shop.test, merchantId);
    const holder = await connection().reserve();
    await holder`begin`;
    await holder`select from merchants where id = ${merchantId} for no key update`;
    const ending = disconnect(merchantId);
    await expect.poll(waiting).toBe(1);
    const second = await anyLoan(shop.test, merchantId);
    await holder`commit`;
    holder.release();
    await ending;
    for (const { loanId } of [first, second]) expect(await statusOf(loanId)).toEqual(["CANCELLED", "DISCONNECTED"]);
  });

  test("a request that is being decided ends as cancelled, or as an offer that is withdrawn", async () => {
    await createTestLender();
    const { merchantId } = await lendableMerchant(shop.test, now());
    const approved = { status: "APPROVED", decidedAt: now() } as const;
    await db().update(kycRecords).set(approved).where(eq(kycRecords.merchantId, merchantId));
    const request = await ask(merchantId);
    await Promise.all([decideFundingRequest(request.id, now()), disconnect(merchantId)]);
    const [decided] = await db().select().from(fundingRequests).where(eq(fundingRequests.id, request.id));
    const made = await db().select().from(loans).where(eq(loans.merchantId, merchantId));
    expect([decided?.status, ...made.map(({ status }) => status)]).toBeOneOf([
      ["CANCELLED"],
      ["FULFILLED", "CANCELLED"],
    ]);
  });

  test("a batch that waited for it takes nothing of the merchant", async () => {
    const { merchantId, thirdPartyCustomerId: ref } = await anyMerchant(shop.test);
    let commit = () => {};
    const gate = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let ended = () => {};
    const isEnded = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const ending = transaction(async () => {
      await disconnect(merchantId);
      ended();
      await gate;
    });
    await isEnded;
    const input = bulkSubmission.parse(batchOf(shop.marketplaceId, [recordOf(ref)]));
    const actor = { kind: "accessToken", tenant: shop.test, clientId: "cli_1", merchantId: null, scopes: [] } as const;
    const bytes = new TextEncoder().encode(input.batchId);
    const batch = submitBatch({ actor, input, sent: input, bytes, later: false, now: now() });
    await expect.poll(waiting).toBe(1);
    commit();
    await ending;
    const outcome = await batch;
    expect(outcome.kind === "processed" && JSON.parse(outcome.text)).toMatchObject({
      processedMerchantIds: [],
      errors: [{ error: "The merchant is disconnected", merchantId: ref }],
    });
  });

  test("twenty disconnections send one event", async () => {
    const { merchantId } = await anyMerchant(shop.test);
    await anyLoan(shop.test, merchantId);
    const answers = await Promise.all(Array.from({ length: 20 }, () => disconnect(merchantId)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect((await told(merchantId)).map(({ event }) => event).slice(1)).toEqual([
      "loan.cancelled",
      "merchant.disconnected",
    ]);
  });
});
