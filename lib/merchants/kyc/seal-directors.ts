import { isNull, sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { directors } from "@/db/schema/kyc";
import { openPersonal, sealPersonal } from "./personal-details";

/** Of former versions. Rows being written are passed over: that comes encrypted. Returns how many; 0: no more. */
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
