import { db } from "@/db/client";
import { keptIdentities } from "@/db/schema/kyc";
import { ownedBy } from "@/db/tenancy";
import type { Reach } from "@/lib/kernel/reach";
import type { ReplacedDirectors } from "@/lib/merchants/kyc/save-directors";
import { isBorrowerBound } from "./exposure";
import { linkingTypes } from "./members";

/**
 * While fraud is in force or something is owed: nobody leaves either behind by replacing directors
 * (docs/lending.md#borrowers). Only verified numbers are kept.
 */
export async function keepIdentities(reach: Reach, replaced: ReplacedDirectors): Promise<void> {
  const { kycId, merchantId, before, after, now } = replaced;
  const remaining = new Set(after.filter(isLinking).map((one) => one.identityDigest));
  const gone = before.filter((one) => isLinking(one) && !remaining.has(one.identityDigest));
  if (gone.length === 0 || !(await isBorrowerBound(reach, merchantId, now))) return;
  const rows = gone.map(({ identityDigest }) => ({ ...ownedBy(reach.tenant), kycId, identityDigest, keptAt: now }));
  await db().insert(keptIdentities).values(rows).onConflictDoNothing();
}

function isLinking({ identityType, verificationStatus }: ReplacedDirectors["before"][number]): boolean {
  return verificationStatus === "VERIFIED" && linkingTypes.includes(identityType);
}
