import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { fundingRequests } from "@/db/schema/funding";
import type { Tenant } from "@/lib/kernel/actor";
import { day, hour, later, minute } from "@/lib/kernel/calendar";
import type { BusinessTime } from "@/lib/kernel/time";
import { reviewKyc } from "@/lib/merchants/kyc/review-kyc";
import { receiveAccountFlag } from "@/lib/sales/data-events/receive-account-flag";
import { scoreSubmission } from "@/lib/sales/records/score-submission";
import { submitSalesData } from "@/lib/sales/records/submit-sales-data";
import type { AccountFlag } from "@/lib/terms/data-events";
import { useDatabase } from "@/test/database";
import { sandboxActor, submittedMerchant } from "@/test/factories/kyc";
import { createTestLender } from "@/test/factories/lender";
import { createMarketplace } from "@/test/factories/marketplace";
import { merchantRecord } from "@/test/factories/merchant-record";
import { now } from "@/test/time";
import { createFundingRequest } from "./create-funding-request";
import { decideFundingRequest } from "./decide-funding-request";

useDatabase();

let tenant: Tenant;
beforeAll(async () => {
  tenant = (await createMarketplace()).test;
  await createTestLender();
});

const today = now();
const actor = () => sandboxActor(tenant);

/** A merchant that may borrow, if its data, of that moment, allows it. */
async function approvedMerchant(dataFrom: BusinessTime): Promise<string> {
  const { thirdPartyCustomerId: ref } = await submittedMerchant(tenant);
  const input = merchantRecord({ merchantIdentity: { merchantId: ref } }, dataFrom);
  const { submissionId } = await submitSalesData({ actor: actor(), ref, input, now: dataFrom });
  await scoreSubmission(submissionId, dataFrom);
  await reviewKyc({ actor: actor(), ref, outcome: { status: "APPROVED" }, now: today });
  return ref;
}

let made = 0;
async function flag(ref: string, name: AccountFlag, occurredAt: BusinessTime): Promise<void> {
  made += 1;
  const input = { eventId: `flag-${made}`, merchantId: ref, flag: name, severity: null, reason: null, occurredAt };
  await receiveAccountFlag({ actor: actor(), input, now: today });
}

async function request(ref: string): Promise<string> {
  const input = { amountRequested: 5_000, tenorDays: 30, purpose: "Other", financingTimeframeDays: 7 } as const;
  return (await createFundingRequest({ actor: actor(), ref, input, now: today })).id;
}

async function load(id: string) {
  const [row] = await db().select().from(fundingRequests).where(eq(fundingRequests.id, id));
  return row;
}

test("while the connection is suspended a request waits; reinstated, it is decided at once", async () => {
  const ref = await approvedMerchant(later(today, -hour));
  await flag(ref, "SUSPENDED", later(today, -hour));
  const id = await request(ref);
  const again = await decideFundingRequest(id, today);
  expect(again).toEqual(later(today, 2 * minute));
  expect(await load(id)).toMatchObject({ status: "PENDING" });
  await flag(ref, "REINSTATED", today);
  expect(await load(id)).toMatchObject({ status: "PENDING", dueAt: today });
  await decideFundingRequest(id, today);
  expect(await load(id)).toMatchObject({ status: "FULFILLED" });
});

test("a merchant without data, reinstated: what waits for data goes on waiting", async () => {
  const { thirdPartyCustomerId: ref } = await submittedMerchant(tenant);
  const id = await request(ref);
  await decideFundingRequest(id, today);
  await flag(ref, "SUSPENDED", later(today, -hour));
  await flag(ref, "REINSTATED", today);
  expect(await load(id)).toMatchObject({ status: "PENDING", dueAt: today });
});

test("suspended for longer than the request may wait, it is rejected", async () => {
  const ref = await approvedMerchant(later(today, -hour));
  await flag(ref, "SUSPENDED", later(today, -hour));
  const id = await request(ref);
  await decideFundingRequest(id, later(today, 7 * day));
  expect(await load(id)).toMatchObject({ status: "REJECTED", failureReason: "TIMEFRAME_EXPIRED" });
});

test("after a report of fraud nothing is lent, though the connection is active and was reinstated; once cleared, it is", async () => {
  const ref = await approvedMerchant(later(today, -hour));
  await flag(ref, "FRAUD", later(today, -hour));
  const blocked = await request(ref);
  await decideFundingRequest(blocked, today);
  expect(await load(blocked)).toMatchObject({ status: "REJECTED", failureReason: "RISK_TIER_BLOCKED" });
  await flag(ref, "REINSTATED", today);
  const still = await request(ref);
  await decideFundingRequest(still, today);
  expect(await load(still)).toMatchObject({ status: "REJECTED", failureReason: "RISK_TIER_BLOCKED" });
  await flag(ref, "CLEARED", today);
  const next = await request(ref);
  await decideFundingRequest(next, today);
  expect(await load(next)).toMatchObject({ status: "FULFILLED" });
});

test("old data does not become recent by being scored again", async () => {
  const ref = await approvedMerchant(later(today, -91 * day));
  await flag(ref, "POLICY_VIOLATION", today);
  const id = await request(ref);
  await decideFundingRequest(id, today);
  expect(await load(id)).toMatchObject({ status: "REJECTED", failureReason: "SCORE_STALE" });
});
