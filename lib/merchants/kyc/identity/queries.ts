import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { identityChecks, identityConsents } from "@/db/schema/identity";
import { kycRecords } from "@/db/schema/kyc";
import { inReach } from "@/db/tenancy";
import type { Reach } from "@/lib/kernel/reach";

/** For reviewers: what was compared with which register, and what its holders have agreed to. */
export async function findIdentityChecks(reach: Reach, merchantId: string) {
  const { register, identityDigest, evidence, askedAt, dueAt: again } = identityChecks;
  const checks = await db()
    .select({ register, identityDigest, evidence, askedAt, again })
    .from(identityChecks)
    .innerJoin(kycRecords, eq(kycRecords.id, identityChecks.kycId))
    .where(inReach(kycRecords, reach, eq(kycRecords.merchantId, merchantId)));
  const { purpose, textVersion, statedBy, givenAt } = identityConsents;
  const consents = await db()
    .select({ identityDigest: identityConsents.identityDigest, purpose, textVersion, statedBy, givenAt })
    .from(identityConsents)
    .innerJoin(kycRecords, eq(kycRecords.id, identityConsents.kycId))
    .where(inReach(kycRecords, reach, eq(kycRecords.merchantId, merchantId)))
    .orderBy(givenAt);
  return {
    consents,
    business: checks.find((one) => one.identityDigest === null) ?? null,
    of: (digest: string) => ({
      check: checks.find((one) => one.identityDigest === digest) ?? null,
      consents: consents.filter((one) => one.identityDigest === digest),
    }),
  };
}

export type IdentityCheck = NonNullable<Awaited<ReturnType<typeof findIdentityChecks>>["business"]>;
