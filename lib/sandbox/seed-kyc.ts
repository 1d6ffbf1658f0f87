import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { kycRecords } from "@/db/schema/kyc";
import { merchants } from "@/db/schema/merchants";
import { inTenant } from "@/db/tenancy";
import type { Actor } from "@/lib/actor";
import { attachDocument } from "@/lib/kyc/attach-document";
import { checkIdentities, type IdentityChecks } from "@/lib/kyc/check-identities";
import { reviewInSandbox } from "@/lib/kyc/review-in-sandbox";
import { saveBusinessInfo } from "@/lib/kyc/save-business-info";
import { saveDirectors } from "@/lib/kyc/save-directors";
import type { DirectorInput } from "@/lib/kyc/schema";
import { submitKyc } from "@/lib/kyc/submit";
import { type Certificate, uploadCertificate } from "./seed-document";

/** What the KYC of a test merchant takes that is not to be had inside a transaction. */
export type Papers = {
  /** 0 to 999: whose director it is, by what can be told apart about people. */
  number: number;
  director: DirectorInput;
  checks: IdentityChecks;
  certificate: Certificate;
};

/**
 * Uploads a certificate, and has the identity of a director checked.
 * @param call.person.lastName one of the sandbox's magic values where it is to decide the review
 */
export async function gatherPapers(call: {
  actor: Actor;
  person: { lastName: string; number: number };
  now: Date;
}): Promise<Papers> {
  const { actor, person, now } = call;
  const { lastName, number } = person;
  const director = {
    firstName: "Ada",
    lastName,
    email: `director-${number}@merchant.example`,
    phoneNumber: `+2348000000${100 + number}`,
    address: `${number} Marina Road, Lagos`,
    dateOfBirth: "1985-04-12",
    nationality: "Nigerian",
    identityType: "BVN" as const,
    identityNumber: `22200000${String(number).padStart(3, "0")}`,
    position: "Director" as const,
  };
  const checks = await checkIdentities(actor.tenant.environment, [director]);
  return { number, director, checks, certificate: await uploadCertificate({ actor, now }) };
}

/** Fills in, submits and has reviewed the KYC of a test merchant, through the verbs a marketplace's calls go through. */
export async function seedKyc(call: {
  actor: Actor;
  ref: string;
  businessName: string;
  papers: Papers;
  now: Date;
}): Promise<void> {
  const { actor, ref, businessName, papers, now } = call;
  const { number, director, checks, certificate } = papers;
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
  await saveDirectors({ ...step, input: [director], checks });
  await attachDocument({ ...step, input: certificate });
  await submitKyc(step);
  const [record] = await db()
    .select({ id: kycRecords.id })
    .from(kycRecords)
    .innerJoin(merchants, eq(merchants.id, kycRecords.merchantId))
    .where(inTenant(merchants, actor.tenant, eq(merchants.thirdPartyCustomerId, ref)));
  if (record) await reviewInSandbox(record.id, now);
}
