import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { kycRecords } from "@/db/schema/kyc";
import { merchants } from "@/db/schema/merchants";
import { submissions } from "@/db/schema/scoring";
import { inTenant } from "@/db/tenancy";
import type { Actor } from "@/lib/actor";
import { createFundingRequest } from "@/lib/funding/create";
import { decideFundingRequest } from "@/lib/funding/decide";
import { scoreSubmission } from "@/lib/ingestion/score-submission";
import { submitSalesData } from "@/lib/ingestion/submit-sales-data";
import { sandboxLastNames } from "@/lib/kyc/constants";
import { reviewInSandbox } from "@/lib/kyc/review-in-sandbox";
import { saveBusinessInfo } from "@/lib/kyc/save-business-info";
import { saveDirectors } from "@/lib/kyc/save-directors";
import { submitKyc } from "@/lib/kyc/submit";
import { readMerchantStatus } from "@/lib/merchant-status/queries";
import { createMerchant } from "@/lib/merchants/create";
import { type TestMerchant, testMerchantId } from "./outcomes";
import { recordOfTier } from "./records";
import { seedDocument } from "./seed-document";

const lastNames: Record<NonNullable<TestMerchant["kyc"]>, string> = {
  SUBMITTED: sandboxLastNames.manual,
  APPROVED: "Adeyemi",
  REJECTED: sandboxLastNames.reject,
  REQUIRES_UPDATE: sandboxLastNames.update,
};

/**
 * Takes a test merchant as far as it goes, through the same verbs a marketplace's calls go through. Each step is taken
 * only where the merchant is not past it, so that a start that was killed half-way is completed by the next.
 */
export async function seedMerchant(actor: Actor, merchant: TestMerchant, number: number, now: Date): Promise<void> {
  const ref = testMerchantId(merchant);
  const { tenant } = actor;
  const { merchantId } = await createMerchant({
    actor,
    input: {
      thirdPartyCustomerId: ref,
      businessName: merchant.businessName,
      email: `${merchant.outcome}@merchant.example`,
      phoneNumber: `+23480000000${String(number).padStart(2, "0")}`,
    },
    now,
  });
  const before = await readMerchantStatus(tenant, ref);
  if (merchant.tier && !before.creditScore) {
    const input = recordOfTier(merchant.tier, ref, merchant.businessName);
    const waiting = await db()
      .select({ id: submissions.id })
      .from(submissions)
      .where(inTenant(submissions, tenant, eq(submissions.merchantId, merchantId)));
    const submissionId = waiting[0]?.id ?? (await submitSalesData({ actor, ref, input, now })).submissionId;
    await scoreSubmission(submissionId, now);
  }
  if (merchant.kyc && before.kyc.status === "PENDING") await seedKyc(actor, merchant, number, now);
  if (merchant.asks && before.fundingRequests.length === 0) {
    const input = {
      amountRequested: merchant.asks,
      tenorDays: 90 as const,
      purpose: "Inventory purchase" as const,
      financingTimeframeDays: 7,
    };
    const request = await createFundingRequest({ actor, ref, input, now });
    await decideFundingRequest(request.id, now);
  }
}

async function seedKyc(actor: Actor, merchant: TestMerchant, number: number, now: Date): Promise<void> {
  const ref = testMerchantId(merchant);
  const call = { actor, ref, now };
  await saveBusinessInfo({
    ...call,
    input: {
      businessName: merchant.businessName,
      businessType: "LIMITED_LIABILITY_COMPANY",
      operatingAddress: `${number} Marina Road, Lagos`,
      registrationNumber: `RC${100_000 + number}`,
    },
  });
  await saveDirectors({
    ...call,
    input: [
      {
        firstName: "Ada",
        lastName: lastNames[merchant.kyc ?? "APPROVED"],
        email: `director-${number}@merchant.example`,
        phoneNumber: `+23480000001${String(number).padStart(2, "0")}`,
        address: `${number} Marina Road, Lagos`,
        dateOfBirth: "1985-04-12",
        nationality: "Nigerian",
        identityType: "BVN",
        identityNumber: `22200000${String(number).padStart(3, "0")}`,
        position: "Director",
      },
    ],
  });
  await seedDocument(call);
  await submitKyc(call);
  const [record] = await db()
    .select({ id: kycRecords.id })
    .from(kycRecords)
    .innerJoin(merchants, eq(merchants.id, kycRecords.merchantId))
    .where(inTenant(merchants, actor.tenant, eq(merchants.thirdPartyCustomerId, ref)));
  if (record) await reviewInSandbox(record.id, now);
}
