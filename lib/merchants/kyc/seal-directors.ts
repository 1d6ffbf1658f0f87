import { isNull, sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { directors } from "@/db/schema/kyc";
import { openPersonal, sealPersonal } from "./personal-details";

/**
 * Encrypts personal details that a former version stored in plain text. Rows that somebody is writing are passed over:
 * what is written comes encrypted.
 * @returns how many were encrypted; none when there are no more.
 */
export async function sealDirectors(limit: number): Promise<number> {
  return transaction(async () => {
    const rows = await db()
      .select()
      .from(directors)
      .where(isNull(directors.personal))
      .orderBy(directors.id)
      .limit(limit)
      .for("no key update", { skipLocked: true });
    if (rows.length === 0) return 0;
    const sealed = rows.map((row) => sealPersonal(openPersonal(row)).personal);
    await db().execute(sql`
      update ${directors} d set personal_encrypted = s.sealed,
        email = null, phone_number = null, address = null, date_of_birth = null
      from unnest(${sql.param(rows.map(({ id }) => id))}::text[], ${sql.param(sealed)}::text[]) s(id, sealed)
      where d.id = s.id`);
    return rows.length;
  });
}
