import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { kycRecords } from "@/db/schema/kyc";
import type { Tenant } from "@/lib/kernel/actor";
import { env } from "@/lib/kernel/env";
import { reachOf } from "@/lib/kernel/reach";
import { scoreSubmission } from "@/lib/sales/records/score-submission";
import { submitSalesData } from "@/lib/sales/records/submit-sales-data";
import { useDatabase } from "@/test/database";
import { anyDirector, anyMerchant, sandboxActor, saveAnyDirectors, submittedMerchant } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { merchantRecord } from "@/test/factories/merchant-record";
import { now } from "@/test/time";
import { cancelFundingRequests } from "./cancel-funding-requests";
import { createFundingRequest } from "./create-funding-request";

useDatabase();

let tenant: Tenant;
let ref: string;
let ownId: string;
let number: string;
beforeEach(async () => {
  tenant = (await createMarketplace({ live: true })).live;
  number = anyDirector().identityNumber;
  ({ merchantId: ref, thirdPartyCustomerId: ownId } = await submittedMerchant(tenant, { identityNumber: number }));
});
afterEach(() => vi.restoreAllMocks());

/** How urgent the case is now: 2 as long as nothing but an unchecked number was found, 1 where more was. */
async function urgency() {
  const [row] = await db().select().from(kycRecords).where(eq(kycRecords.merchantId, ref));
  return row?.urgency;
}

test("a case is rated again when another merchant gives one of its numbers, and when it takes it back", async () => {
  const other = (await createMarketplace({ live: true })).live;
  const { merchantId } = await anyMerchant(other);
  const save = (...input: ReturnType<typeof anyDirector>[]) =>
    saveAnyDirectors({ actor: sandboxActor(other), ref: merchantId, input, now: now() });
  expect(await urgency()).toBe(2);
  await save(anyDirector(), anyDirector({ identityNumber: number }));
  expect(await urgency()).toBe(1);
  await save(anyDirector());
  expect(await urgency()).toBe(2);
});

test("and when money is asked for or no longer, and its cap changes", async () => {
  const actor = sandboxActor(tenant);
  const input = { amountRequested: 7_000_000, tenorDays: 90, purpose: "Other", financingTimeframeDays: 30 } as const;
  await createFundingRequest({ actor, ref, input, now: now() });
  expect(await urgency()).toBe(1);
  await cancelFundingRequests({ actor, reach: reachOf(actor), merchantId: ref, now: now() });
  expect(await urgency()).toBe(2);
  vi.spyOn(env(), "kycTwoAbove", "get").mockReturnValue(100_000);
  const record = merchantRecord({ merchantIdentity: { merchantId: ownId } }, now());
  const { submissionId } = await submitSalesData({ actor, ref, input: record, now: now() });
  await scoreSubmission(submissionId, now());
  expect(await urgency()).toBe(1);
});
