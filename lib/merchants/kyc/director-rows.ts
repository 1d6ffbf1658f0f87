import { and, eq, getTableColumns, notInArray, sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { directors, kycRecords } from "@/db/schema/kyc";
import { inReach, inTenant } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { canonicalJson } from "@/lib/kernel/canonical-json";
import type { Reach } from "@/lib/kernel/reach";
import type { MerchantRef } from "@/lib/merchants/merchants/queries";
import { notKnown, plainFields, sealedFields } from "@/lib/terms/kyc/director-fields";
import type { DirectorInput } from "@/lib/terms/kyc/schema";
import { partOf, present } from "@/lib/terms/table";
import { type Director, openPersonal, sealPersonal } from "./personal-details";

type Row = typeof directors.$inferSelect;

export async function listDirectors(reach: Reach, merchant: Pick<MerchantRef, "merchantId">): Promise<Director[]> {
  const rows = await db()
    .select(getTableColumns(directors))
    .from(directors)
    .innerJoin(kycRecords, eq(kycRecords.id, directors.kycId))
    .where(inReach(kycRecords, reach, eq(kycRecords.merchantId, merchant.merchantId)))
    .orderBy(directors.listPosition);
  return rows.map(openPersonal);
}

/** Whether a stored director is the person described: the fields an identity is checked against. */
export function isSamePerson(row: Director, director: DirectorInput): boolean {
  return (["firstName", "lastName", "dateOfBirth"] as const).every((key) => row[key] === director[key]);
}

const plainDetails = z.object(partOf(plainFields, "shown"));
const details = plainDetails.extend(partOf(sealedFields, "shown"));

export function detailsOf(director: Director | DirectorInput): z.output<typeof details> {
  const given: Readonly<Record<string, unknown>> = director;
  return details.parse(
    Object.fromEntries(details.keyof().options.map((name) => [name, given[name] || notKnown[name]])),
  );
}

export function personalColumns(director: DirectorInput) {
  const own = detailsOf(director);
  return { ...plainDetails.parse(own), ...sealPersonal(own) };
}

export function inputOf(row: Director, identityNumber: string): DirectorInput {
  const { identityType, isPrimary } = row;
  return { ...present(detailsOf(row)), identityType, identityNumber, isPrimary };
}

/** Whether a stored director has the same details. Who is primary, and the order, belong to the list. */
export function isUnchanged(row: Director, director: DirectorInput): boolean {
  return canonicalJson(detailsOf(row)) === canonicalJson(detailsOf(director));
}

/** What a director who stays in the list keeps; all other columns are replaced. */
const kept: readonly string[] = [
  "id",
  "marketplaceId",
  "environment",
  "kycId",
  "identityType",
  "identityDigest",
] satisfies (keyof Row)[];

/** Replaces the directors of the record: one statement to delete, one to write. Rows that stay keep their id. */
export async function replaceDirectors(tenant: Tenant, kycId: string, rows: (typeof directors.$inferInsert)[]) {
  const digests = rows.map((row) => row.identityDigest);
  await db()
    .delete(directors)
    .where(inTenant(directors, tenant, and(eq(directors.kycId, kycId), notInArray(directors.identityDigest, digests))));
  const replaced = Object.entries(getTableColumns(directors)).filter(([key]) => !kept.includes(key));
  await db()
    .insert(directors)
    .values(rows)
    .onConflictDoUpdate({
      target: [directors.kycId, directors.identityDigest],
      set: Object.fromEntries(replaced.map(([key, { name }]) => [key, sql.raw(`excluded.${name}`)])),
    });
}
