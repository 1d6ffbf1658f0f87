import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { kycRecords } from "@/db/schema/kyc";
import { merchants } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import type { Call } from "@/lib/kernel/call";
import { reachOf } from "@/lib/kernel/reach";
import { keepIdentities } from "@/lib/lending/funding/borrowers/keep-identities";
import { attachDocument } from "@/lib/merchants/kyc/attach-document";
import { reviewKycAutomatically } from "@/lib/merchants/kyc/review-kyc-automatically";
import { saveBusinessInfo } from "@/lib/merchants/kyc/save-business-info";
import { saveDirectors } from "@/lib/merchants/kyc/save-directors";
import { submitKyc } from "@/lib/merchants/kyc/submit-kyc";
import { businessInfoOf } from "@/lib/terms/fixtures/shop.mjs";
import type { Papers } from "./gather-papers";

/** Completes, submits and reviews the KYC of a test merchant, through the same verbs as a marketplace's calls. */
export async function approveKyc(call: Call<{ ref: string; papers: Papers }>): Promise<void> {
  const { actor, ref, papers, now } = call;
  const { shop, director, checks, certificate } = papers;
  const step = { actor, ref, now };
  await saveBusinessInfo({ ...step, input: businessInfoOf(shop) });
  await saveDirectors({ ...step, input: [director], checks, watch: keepIdentities });
  await attachDocument({ ...step, input: certificate });
  await submitKyc(step);
  const [record] = await db()
    .select({ id: kycRecords.id })
    .from(kycRecords)
    .innerJoin(merchants, eq(merchants.id, kycRecords.merchantId))
    .where(inReach(merchants, reachOf(actor), eq(merchants.thirdPartyCustomerId, ref)));
  if (record) await reviewKycAutomatically(record.id, now);
}
