import { and, eq, getTableColumns, notInArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { directors, kycRecords } from "@/db/schema/kyc";
import { inReach, inTenant } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import type { Reach } from "@/lib/kernel/reach";
import type { MerchantRef } from "@/lib/merchants/merchants/queries";
import type { DirectorInput } from "@/lib/terms/kyc/schema";
import { type Director, openPersonal, sealPersonal } from "./personal-details";

type Row = typeof directors.$inferSelect;

/** A merchant's directors, in the order they were given. */
export async function listDirectors(reach: Reach, merchant: Pick<MerchantRef, "merchantId">): Promise<Director[]> {
  const rows = await db()
    .select(getTableColumns(directors))
    .from(directors)
    .innerJoin(kycRecords, eq(kycRecords.id, directors.kycId))
    .where(inReach(kycRecords, reach, eq(kycRecords.merchantId, merchant.merchantId)))
    .orderBy(directors.position);
  return rows.map(openPersonal);
}

/** Whether a stored director is the person described: the fields an identity is checked against. */
export function isSamePerson(row: Director, director: DirectorInput): boolean {
  return (["firstName", "lastName", "dateOfBirth"] as const).every((key) => row[key] === director[key]);
}

/** The columns with a director's own details, except the identity. */
export function personalColumns(director: DirectorInput) {
  return { ...detailsOf(director), ...sealPersonal(director) };
}

function detailsOf(director: DirectorInput) {
  const { identityType, identityNumber, isPrimary, middleName, position, ...person } = director;
  return { ...person, middleName: middleName || null, role: position ?? null };
}

/** A stored director as the API takes one. */
export function inputOf(row: Director, identityNumber: string): DirectorInput {
  const { firstName, lastName, middleName, email, phoneNumber, address, dateOfBirth, nationality } = row;
  const { identityType, role, isPrimary } = row;
  const person = { firstName, lastName, email, phoneNumber, address, dateOfBirth, nationality };
  const optional = { ...(middleName ? { middleName } : {}), ...(role ? { position: role } : {}) };
  return { ...person, ...optional, identityType, identityNumber, isPrimary };
}

/** Whether a stored director has the same details. Who is primary, and the order, belong to the list. */
export function isUnchanged(row: Director, director: DirectorInput): boolean {
  const given = detailsOf(director);
  return (Object.keys(given) as (keyof typeof given)[]).every((key) => row[key] === given[key]);
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
