import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { kycRecords } from "@/db/schema/kyc";
import { merchants } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import type { Actor } from "@/lib/actor";
import { attachDocument } from "@/lib/kyc/attach-document";
import { reviewInSandbox } from "@/lib/kyc/review-kyc-in-sandbox";
import { saveBusinessInfo } from "@/lib/kyc/save-business-info";
import { saveDirectors } from "@/lib/kyc/save-directors";
import { submitKyc } from "@/lib/kyc/submit-kyc";
import { reachOf } from "@/lib/reach";
import type { Certificate } from "./upload-document";

/**
 * Fills in, submits and has reviewed the KYC of a test merchant, through the verbs a marketplace's calls go through.
 * @param person.number 0 to 999: whose director it is, by what can be told apart about people.
 * @param person.lastName one of the sandbox's magic values where it is to decide the review.
 */
export async function approveKyc(call: {
  actor: Actor;
  ref: string;
  businessName: string;
  person: { lastName: string; number: number };
  certificate: Certificate;
  now: Date;
}): Promise<void> {
  const { actor, ref, businessName, person, certificate, now } = call;
  const { lastName, number } = person;
  const step = { actor, ref, now };
  await saveBusinessInfo({
    ...step,
    input: {
      businessName,
      businessType: "LIMITED_LIABILITY_COMPANY",
      operatingAddress: `${number} Marina Road, Lagos`,
      registrationNumber: `RC${100_000 + number}`,
    },
  });
  await saveDirectors({
    ...step,
    input: [
      {
        firstName: "Ada",
        lastName,
        email: `director-${number}@merchant.example`,
        phoneNumber: `+2348000000${100 + number}`,
        address: `${number} Marina Road, Lagos`,
        dateOfBirth: "1985-04-12",
        nationality: "Nigerian",
        identityType: "BVN",
        identityNumber: `22200000${String(number).padStart(3, "0")}`,
        position: "Director",
      },
    ],
  });
  await attachDocument({ ...step, input: certificate });
  await submitKyc(step);
  const [record] = await db()
    .select({ id: kycRecords.id })
    .from(kycRecords)
    .innerJoin(merchants, eq(merchants.id, kycRecords.merchantId))
    .where(inReach(merchants, reachOf(actor), eq(merchants.thirdPartyCustomerId, ref)));
  if (record) await reviewInSandbox(record.id, now);
}
