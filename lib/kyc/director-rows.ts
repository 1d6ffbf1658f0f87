import { and, eq, getTableColumns, notInArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { directors, kycRecords } from "@/db/schema/kyc";
import { inReach, inTenant } from "@/db/tenancy";
import type { Tenant } from "@/lib/actor";
import type { MerchantRef } from "@/lib/merchants/queries";
import type { Reach } from "@/lib/reach";
import type { DirectorInput } from "./schema";

type Row = typeof directors.$inferSelect;

/** A merchant's directors, in the order they were given. */
export async function listDirectors(reach: Reach, merchant: Pick<MerchantRef, "merchantId">): Promise<Row[]> {
  return db()
    .select(getTableColumns(directors))
    .from(directors)
    .innerJoin(kycRecords, eq(kycRecords.id, directors.kycId))
    .where(inReach(kycRecords, reach, eq(kycRecords.merchantId, merchant.merchantId)))
    .orderBy(directors.position);
}

/** Whether a stored director is the person described: the fields an identity is checked against. */
export function isSamePerson(row: Row, director: DirectorInput): boolean {
  return (
    row.firstName === director.firstName &&
    row.lastName === director.lastName &&
    row.dateOfBirth === director.dateOfBirth
  );
}

/** The columns with a director's own details, except the identity. */
export function personalColumns(director: DirectorInput) {
  return {
    firstName: director.firstName,
    middleName: director.middleName || null,
    lastName: director.lastName,
    email: director.email,
    phoneNumber: director.phoneNumber,
    address: director.address,
    dateOfBirth: director.dateOfBirth,
    nationality: director.nationality,
    role: director.position ?? null,
  };
}

/** Whether a stored director has the same details. Who is primary, and the order, belong to the list. */
export function isUnchanged(row: Row, director: DirectorInput): boolean {
  const said = personalColumns(director);
  return (Object.keys(said) as (keyof typeof said)[]).every((key) => row[key] === said[key]);
}

/** The columns that a kept director takes from the new list: everything but id, owner and identity. */
const replaced = [
  "position",
  "firstName",
  "middleName",
  "lastName",
  "email",
  "phoneNumber",
  "address",
  "dateOfBirth",
  "nationality",
  "role",
  "identityNumber",
  "identityMasked",
  "isPrimary",
  "verificationStatus",
  "prefilled",
] as const satisfies readonly (keyof Row)[];

/** Replaces the directors of the record: one statement to delete, one to write. Rows that stay keep their id. */
export async function replaceDirectors(
  tenant: Tenant,
  kycId: string,
  rows: (typeof directors.$inferInsert)[],
): Promise<void> {
  const digests = rows.map((row) => row.identityDigest);
  await db()
    .delete(directors)
    .where(inTenant(directors, tenant, and(eq(directors.kycId, kycId), notInArray(directors.identityDigest, digests))));
  await db()
    .insert(directors)
    .values(rows)
    .onConflictDoUpdate({
      target: [directors.kycId, directors.identityDigest],
      set: Object.fromEntries(replaced.map((key) => [key, sql.raw(`excluded.${directors[key].name}`)])),
    });
}
