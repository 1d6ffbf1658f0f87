import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { fundingRequests } from "@/db/schema/funding";
import { marketplaces } from "@/db/schema/marketplaces";
import { events } from "@/db/schema/webhooks";
import type { Tenant } from "@/lib/kernel/actor";
import { toKobo } from "@/lib/kernel/money";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { reviewKyc } from "@/lib/merchants/kyc/review-kyc";
import { scoreSubmission } from "@/lib/sales/records/score-submission";
import { submitSalesData } from "@/lib/sales/records/submit-sales-data";
import { refusalText } from "@/lib/surfaces/dashboard/refusal-text";
import { readEmbedSession } from "@/lib/surfaces/journey/read-session";
import { readMerchantStatus } from "@/lib/surfaces/merchant-status/queries";
import type { RecordOverrides } from "@/lib/terms/fixtures/merchant-record.mjs";
import type { CapReason } from "@/lib/terms/scoring/constants";
import { useDatabase } from "@/test/database";
import { sandboxActor, submittedMerchant } from "@/test/factories/kyc";
import { createTestLender } from "@/test/factories/lender";
import { createMarketplace } from "@/test/factories/marketplace";
import { merchantRecord, salesHistory } from "@/test/factories/merchant-record";
import { now } from "@/test/time";
import { createFundingRequest } from "./create-funding-request";
import { decideFundingRequest } from "./decide-funding-request";
import { collectMerchantFacts } from "./facts";
import { listFundingRequests } from "./list-funding-requests";
import { readFundingOptions } from "./read-funding-options";

useDatabase();

let tenant: Tenant;
beforeAll(async () => {
  tenant = (await createMarketplace()).test;
  await createTestLender();
});

/** An approved merchant, scored by a good record with this changed. */
async function merchantOf(change: RecordOverrides) {
  const actor = sandboxActor(tenant);
  const { merchantId, thirdPartyCustomerId: ref } = await submittedMerchant(tenant);
  const input = merchantRecord({ ...change, merchantIdentity: { merchantId: ref } }, now());
  const { submissionId } = await submitSalesData({ actor, ref, input, now: now() });
  await scoreSubmission(submissionId, now());
  await reviewKyc({ actor, ref, outcome: { status: "APPROVED" }, now: now() });
  return { merchantId, ref };
}

async function refusedRequest(ref: string) {
  const asked = { amountRequested: 5_000, tenorDays: 90, purpose: "Other", financingTimeframeDays: 7 } as const;
  const { id } = await createFundingRequest({ actor: sandboxActor(tenant), ref, input: asked, now: now() });
  await decideFundingRequest(id, now());
  const [row] = await db().select().from(fundingRequests).where(eq(fundingRequests.id, id));
  return row ?? expect.fail("no request");
}

const debt = (totalOutstanding: number): RecordOverrides => ({ historicalCredit: { totalOutstanding } });
const months = (...amounts: number[]): RecordOverrides => ({ monthlySalesHistory: salesHistory(amounts, now()) });
const small: RecordOverrides = {
  ...months(300, 310, 320, 310, 330, 340),
  salesPerformance: { gmv30Days: 340, gmv90Days: 980, gmv180Days: 1_910, avgMonthlySales: 318, avgOrderValue: 10 },
};
/** What a good merchant may borrow without any debt, in naira. */
const goodShare = async () => {
  const { merchantId } = await merchantOf({});
  const { score } = await collectMerchantFacts(everyMerchantOf(tenant), merchantId, now());
  return ((score?.assumedMonthlySales ?? 0) * 2) / 100;
};

test.each<[string, CapReason, () => Promise<RecordOverrides>, RegExp]>([
  ["sells for next to nothing", "TOO_FEW_SALES", async () => small, /sales are too few/],
  ["does, and owes elsewhere", "TOO_FEW_SALES", async () => ({ ...small, ...debt(1e8) }), /sales are too few/],
  ["owes more elsewhere than its sales carry", "EXTERNAL_DEBT", async () => debt(1e8), /owes elsewhere/],
  ["owes nearly all of it elsewhere", "EXTERNAL_DEBT", async () => debt((await goodShare()) - 900), /owes elsewhere/],
  [
    "had three months without sales",
    "INTERMITTENT_SALES",
    async () => ({ ...months(1.8e6, 1.8e6, 0, 0, 0, 1.8e6), ...debt(1e8) }),
    /3 months in a row without sales/,
  ],
])("a merchant that %s is told so (%s), wherever a reason is told", async (_, capReason, change, words) => {
  const { merchantId, ref } = await merchantOf(await change());
  const row = await refusedRequest(ref);
  const told = { failureReason: "ABOVE_LENDING_CAP", tooFewSales: capReason === "TOO_FEW_SALES", capReason };

  const reach = everyMerchantOf(tenant);
  expect((await readMerchantStatus(reach, ref)).fundingRequests).toMatchObject([told]);
  expect((await listFundingRequests(reach, ref, { limit: 10 })).data).toMatchObject([told]);
  const session = await readEmbedSession({ kind: "embedToken", tenant, merchantId }, now());
  expect(session.fundingRequests).toMatchObject([told]);
  const { failureReason: blocked, ...why } = told;
  expect(await readFundingOptions(reach, ref, undefined, now())).toMatchObject({ maximum: 0, blocked, ...why });
  const sent = await db().select().from(events).where(eq(events.merchantId, merchantId));
  const rejections = sent.filter(({ type }) => type === "funding_request.rejected");
  expect(rejections.map(({ body }) => JSON.parse(body))).toMatchObject([
    { failure_reason: blocked, too_few_sales: told.tooFewSales, cap_reason: capReason },
  ]);
  expect(refusalText({ ...row, reason: "ABOVE_LENDING_CAP", rejectionReason: null }).policy).toMatch(words);
});

test("a limit of the marketplace below the smallest loan is told as a limit; an amount above a cap has no such reason", async () => {
  const { ref } = await merchantOf({});
  const reach = everyMerchantOf(tenant);
  const most = await readFundingOptions(reach, ref, 1e9, now());
  expect(most.options[0]).toMatchObject({ reason: "ABOVE_LENDING_CAP" });
  expect(most).toMatchObject({ tooFewSales: false, capReason: null });
  const { marketplaceId } = tenant;
  await db()
    .update(marketplaces)
    .set({ maximumLendingCap: toKobo(500) })
    .where(eq(marketplaces.id, marketplaceId));
  const { ref: limited } = await merchantOf({});
  await refusedRequest(limited);
  expect((await readMerchantStatus(reach, limited)).fundingRequests).toMatchObject([
    { failureReason: "ABOVE_LENDING_CAP", tooFewSales: false, capReason: "LIMIT" },
  ]);
});
