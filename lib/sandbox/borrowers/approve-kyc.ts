import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { kycRecords } from "@/db/schema/kyc";
import { merchants } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import { keepIdentities } from "@/lib/borrowers/keep-identities";
import type { Call } from "@/lib/call";
import { attachDocument } from "@/lib/kyc/attach-document";
import { reviewKycAutomatically } from "@/lib/kyc/review-kyc-automatically";
import { saveBusinessInfo } from "@/lib/kyc/save-business-info";
import { saveDirectors } from "@/lib/kyc/save-directors";
import { submitKyc } from "@/lib/kyc/submit-kyc";
import { reachOf } from "@/lib/reach";
import { businessInfoOf } from "@/lib/sandbox/fixtures/shop.mjs";
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
