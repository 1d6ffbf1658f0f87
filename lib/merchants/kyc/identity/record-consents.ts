import { and, eq, inArray } from "drizzle-orm";
import { db } from "@/db/client";
import { identityConsents } from "@/db/schema/identity";
import { inTenant, ownedBy } from "@/db/tenancy";
import type { Actor, Tenant } from "@/lib/kernel/actor";
import type { BusinessTime } from "@/lib/kernel/time";
import { isMerchant } from "@/lib/merchants/kyc/provenance";
import type { ConsentPurpose, ConsentVersion } from "@/lib/terms/kyc/consent";

type Given = { identityDigest: string; purpose: ConsentPurpose; textVersion: ConsentVersion };

/** In the transaction that stores what was typed. The first time counts: agreeing again to the same text changes nothing. */
export async function recordConsents(actor: Actor, kycId: string, given: readonly Given[], now: BusinessTime) {
  if (given.length === 0) return;
  const statedBy = isMerchant(actor) ? "MERCHANT" : "MARKETPLACE";
  const rows = given.map((one) => ({ ...ownedBy(actor.tenant), kycId, ...one, statedBy, givenAt: now }) as const);
  await db().insert(identityConsents).values(rows).onConflictDoNothing();
}

/** Those of the numbers whose holders have agreed that a bureau compares them. */
export async function agreedToCheck(tenant: Tenant, kycId: string, digests: readonly string[]): Promise<Set<string>> {
  const { identityDigest, purpose } = identityConsents;
  const wanted = and(eq(identityConsents.kycId, kycId), eq(purpose, "CHECK"), inArray(identityDigest, [...digests]));
  const rows = await db()
    .selectDistinct({ identityDigest })
    .from(identityConsents)
    .where(inTenant(identityConsents, tenant, wanted));
  return new Set(rows.map((row) => row.identityDigest));
}
