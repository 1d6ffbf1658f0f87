import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { fundingRequests } from "@/db/schema/funding";
import { scores } from "@/db/schema/scoring";
import type { Tenant } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import { createFundingRequest } from "@/lib/lending/funding/create-funding-request";
import { useDatabase } from "@/test/database";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { merchantRecord } from "@/test/factories/merchant-record";
import { now } from "@/test/time";
import { scoreSubmission } from "./score-submission";
import { submitSalesData } from "./submit-sales-data";

useDatabase();

const today = now();

async function submitted(tenant: Tenant) {
  const actor = sandboxActor(tenant);
  const { merchantId, thirdPartyCustomerId: ref } = await anyMerchant(tenant);
  const input = merchantRecord({ merchantIdentity: { merchantId: ref } }, today);
  const wish = { amountRequested: 5_000, tenorDays: 30, purpose: "Other", financingTimeframeDays: 7 } as const;
  await createFundingRequest({ actor, ref, input: wish, now: today });
  const { submissionId } = await submitSalesData({ actor, ref, input, now: today });
  return { merchantId, submissionId };
}

test("scored in one go, each is scored at the time of its own marketplace", async () => {
  const [one, other] = [await createMarketplace(), await createMarketplace()];
  const [early, late] = [await submitted(one.test), await submitted(other.test)];
  const ahead = later(today, 90 * day);
  await Promise.all([scoreSubmission(early.submissionId, today), scoreSubmission(late.submissionId, ahead)]);
  const computed = await db().select().from(scores).orderBy(asc(scores.computedAt));
  expect(computed.map(({ merchantId, computedAt }) => [merchantId, computedAt])).toEqual([
    [early.merchantId, today],
    [late.merchantId, ahead],
  ]);
  const dueAt = async (merchantId: string) =>
    (await db().select().from(fundingRequests).where(eq(fundingRequests.merchantId, merchantId)))[0]?.dueAt;
  expect([await dueAt(early.merchantId), await dueAt(late.merchantId)]).toEqual([today, ahead]);
});
