import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { merchants } from "@/db/schema/merchants";
import { submissions } from "@/db/schema/scoring";
import { inReach } from "@/db/tenancy";
import type { Actor } from "@/lib/kernel/actor";
import { reachOf } from "@/lib/kernel/reach";
import type { Clocks } from "@/lib/kernel/time";
import { createFundingRequest } from "@/lib/lending/funding/create-funding-request";
import { decideFundingRequest } from "@/lib/lending/funding/decide-funding-request";
import { createMerchant } from "@/lib/merchants/merchants/create-merchant";
import { scoreSubmission } from "@/lib/sales/records/score-submission";
import { submitSalesData } from "@/lib/sales/records/submit-sales-data";
import { type Scenario, tellPast } from "@/lib/sandbox/scenarios/story";
import { approveKyc } from "@/lib/sandbox/test-helpers/borrowers/approve-kyc";
import { gatherPapers } from "@/lib/sandbox/test-helpers/borrowers/gather-papers";
import { readMerchantStatus } from "@/lib/surfaces/merchant-status/queries";
import { recordOfTier } from "@/lib/terms/fixtures/merchant-record.mjs";
import { merchantBody, numberedShop } from "@/lib/terms/fixtures/shop.mjs";
import { sandboxLastNames } from "@/lib/terms/kyc/constants";
import { type TestMerchant, testMerchantId } from "./outcomes";

const lastNames: Record<NonNullable<TestMerchant["kyc"]>, string> = {
  SUBMITTED: sandboxLastNames.manual,
  APPROVED: "Adeyemi",
  REJECTED: sandboxLastNames.reject,
  REQUIRES_UPDATE: sandboxLastNames.update,
};

/** Through the verbs of a marketplace's calls. Skips steps done: a start completes what a killed one began. */
export async function seedMerchant(actor: Actor, merchant: TestMerchant, number: number, clocks: Clocks) {
  if (merchant.scenario) return seedStory(actor, merchant, merchant.scenario, clocks);
  const { now, realNow } = clocks;
  const ref = testMerchantId(merchant);
  const reach = reachOf(actor);
  const { businessName, kyc } = merchant;
  const owner = { firstName: "Ada", lastName: kyc ? lastNames[kyc] : "Adeyemi" };
  const shop = { ...numberedShop(number), businessName, owner, email: `${merchant.outcome}@merchant.example` };
  const { merchantId } = await createMerchant({ actor, input: merchantBody(ref, shop), now });
  const before = await readMerchantStatus(reach, ref);
  if (merchant.tier && !before.creditScore) {
    const input = recordOfTier(merchant.tier, { merchantId: ref, businessName });
    const waiting = await db()
      .select({ id: submissions.id })
      .from(submissions)
      .where(inReach(submissions, reach, eq(submissions.merchantId, merchantId)));
    const submissionId = waiting[0]?.id ?? (await submitSalesData({ actor, ref, input, now })).submissionId;
    await scoreSubmission(submissionId, now);
  }
  if (kyc && before.kyc.status === "PENDING") {
    await approveKyc({ actor, ref, papers: await gatherPapers({ actor, shop, realNow }), now });
  }
  if (merchant.asks && before.fundingRequests.length === 0) {
    const usual = { tenorDays: 90, purpose: "Inventory purchase", financingTimeframeDays: 7 } as const;
    const input = { amountRequested: merchant.asks, ...usual };
    const request = await createFundingRequest({ actor, ref, input, now });
    await decideFundingRequest(request.id, now);
  }
}

/** All or nothing: if the merchant exists, its whole story has happened. */
async function seedStory(actor: Actor, merchant: TestMerchant, scenario: Scenario, clocks: Clocks): Promise<void> {
  const ref = testMerchantId(merchant);
  const [known] = await db()
    .select({ id: merchants.id })
    .from(merchants)
    .where(inReach(merchants, reachOf(actor), eq(merchants.thirdPartyCustomerId, ref)));
  if (known) return;
  const borrower = { ref, businessName: merchant.businessName };
  await tellPast({ actor, scenario, borrower, ...clocks });
}
