import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { db, wakeWorkers } from "@/db/client";
import { identityChecks } from "@/db/schema/identity";
import { directors } from "@/db/schema/kyc";
import { inTenant, ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { keyedDigest } from "@/lib/kernel/crypto";
import { identityBureau } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import type { BusinessTime } from "@/lib/kernel/time";
import { lastingDigest } from "@/lib/merchants/kyc/identity-number";
import type { Director } from "@/lib/merchants/kyc/personal-details";
import type { CompanyClaim } from "@/lib/platform/providers/identity-provider";
import type { BusinessInfo } from "@/lib/terms/kyc/schema";
import { registeredNumber } from "@/lib/terms/lookups";
import { type checkedRegisters, personRegisters } from "@/lib/terms/providers";
import { agreedToCheck } from "./record-consents";

type Register = (typeof checkedRegisters)[number];
type Wanted = { register: Register; identityDigest: string | null; claimDigest: string };

/** In test the sandbox answers at once, and without a bureau a person looks. */
const isAsked = ({ environment }: Tenant) => environment === "live" && identityBureau() !== null;

/**
 * Has a bureau asked about the stored directors of a live record whose numbers may be compared: not about those who are
 * confirmed, nor a second time about the same person. Until it has answered, a BVN is PENDING. In the transaction that saves them.
 */
export async function orderDirectorChecks(
  tenant: Tenant,
  kycId: string,
  stored: readonly Director[],
  now: BusinessTime,
): Promise<void> {
  if (!isAsked(tenant)) return;
  const registers: readonly string[] = personRegisters;
  const open = stored.filter((row) => registers.includes(row.identityType) && row.verificationStatus !== "VERIFIED");
  if (open.length === 0) return;
  const agreed = await agreedToCheck(
    tenant,
    kycId,
    open.map(({ identityDigest }) => identityDigest),
  );
  const wanted = open.flatMap((row): Wanted[] => {
    const { identityDigest, identityType: register } = row;
    if (!agreed.has(identityDigest) || (register !== "BVN" && register !== "NIN")) return [];
    return [{ register, identityDigest, claimDigest: personDigest(row) }];
  });
  const ordered = await order(tenant, kycId, wanted, now);
  const digests = ordered.flatMap(({ identityDigest }) => (identityDigest ? [identityDigest] : []));
  const theirs = and(
    eq(directors.kycId, kycId),
    eq(directors.identityType, "BVN"),
    inArray(directors.identityDigest, digests),
  );
  await db()
    .update(directors)
    .set({ verificationStatus: "PENDING" })
    .where(inTenant(directors, tenant, theirs));
}

/** The same of a business by its registration: the register is public, so nobody has to agree. */
export async function orderCompanyCheck(
  tenant: Tenant,
  kycId: string,
  info: BusinessInfo,
  now: BusinessTime,
): Promise<void> {
  if (!isAsked(tenant)) return;
  const claim = companyClaim(info);
  if (claim) {
    await order(tenant, kycId, [{ register: "CAC", identityDigest: null, claimDigest: companyDigest(claim) }], now);
    return;
  }
  const former = and(eq(identityChecks.kycId, kycId), isNull(identityChecks.identityDigest));
  await db()
    .delete(identityChecks)
    .where(inTenant(identityChecks, tenant, former));
}

/** What a register of businesses is asked; null: no number of its shape was given. */
export function companyClaim(info: BusinessInfo): CompanyClaim | null {
  const number = registeredNumber(info.registrationNumber ?? "");
  if (number === null) return null;
  return { number, businessName: info.businessName, dateOfIncorporation: info.dateOfIncorporation || null };
}

type Person = Pick<Director, "identityType" | "identityNumber" | "firstName" | "lastName" | "dateOfBirth">;

export function personDigest(person: Person): string {
  const { firstName, lastName, dateOfBirth } = person;
  return claimDigest([lastingDigest(person), firstName, lastName, dateOfBirth]);
}

export function companyDigest({ number, businessName, dateOfIncorporation }: CompanyClaim): string {
  return claimDigest([number, businessName, dateOfIncorporation]);
}

const claimDigest = (claim: readonly unknown[]) => keyedDigest("identity_checks.claim", JSON.stringify(claim));

async function order(tenant: Tenant, kycId: string, wanted: readonly Wanted[], now: BusinessTime) {
  if (wanted.length === 0) return [];
  const { id, register, identityDigest, claimDigest: known, dueAt, evidence } = identityChecks;
  const anew = { evidence: null, askedAt: null, attempts: 0, dueAt: now, leasedUntil: null };
  const rows = await db()
    .insert(identityChecks)
    .values(wanted.map((one) => ({ id: newId("identityCheck"), ...ownedBy(tenant), kycId, ...one, dueAt: now })))
    .onConflictDoUpdate({
      target: [identityChecks.kycId, register, identityDigest],
      set: { ...anew, claimDigest: sql`excluded.claim_digest` },
      // Also where nobody is asked any more, and nobody has answered.
      setWhere: sql`${known} <> excluded.claim_digest or ${dueAt} is null and
        (${evidence} is null or ${evidence} ->> 'silence' is not null)`,
    })
    .returning({ id, identityDigest });
  for (const row of rows) wakeWorkers(identityChecks, row.id, tenant);
  return rows;
}
