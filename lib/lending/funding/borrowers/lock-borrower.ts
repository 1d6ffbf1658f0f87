import { sql } from "drizzle-orm";
import { db, inTransaction, transaction } from "@/db/client";
import { locks } from "@/db/locks";
import type { Reach } from "@/lib/kernel/reach";
import { membersOf } from "./members";

/**
 * Until the transaction ends. Lock loans before it, and the merchant's row after it. Each merchant has a lock of its
 * own, all taken in one order, so a borrower that has just grown still excludes those who decide for a part of it.
 */
export async function lockBorrower(reach: Reach, merchantId: string): Promise<void> {
  if (!inTransaction()) throw new Error("A borrower is locked inside a transaction.");
  while (!(await lockMembers(reach, merchantId)));
}

/** False, with nothing locked, when the borrower has grown in the meantime: more locks would break the order. */
async function lockMembers(reach: Reach, merchantId: string): Promise<boolean> {
  try {
    await transaction(async () => {
      const ids = await memberIds(reach, merchantId);
      await db().execute(sql`
        select pg_advisory_xact_lock(${locks.borrowers}, key)
        from (select distinct hashtext(id) as key from unnest(${sql.param(ids)}::text[]) id order by key) keys`);
      if ((await memberIds(reach, merchantId)).some((id) => !ids.includes(id))) throw new Moved();
    });
    return true;
  } catch (error) {
    if (error instanceof Moved) return false;
    throw error;
  }
}

class Moved extends Error {}

async function memberIds(reach: Reach, merchantId: string): Promise<string[]> {
  return (await membersOf(reach, merchantId)).map((member) => member.merchantId);
}
