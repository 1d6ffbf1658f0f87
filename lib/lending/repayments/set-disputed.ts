import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { LockedLoan } from "@/lib/loans/loans/lock-for-booking";

/** Keeps whether a loan's balance is disputed; in memory too: the same transaction may compare another report on it. */
export async function setDisputed(loan: LockedLoan, disputed: boolean): Promise<void> {
  await db().execute(sql`update loans set balance_disputed = ${disputed} where id = ${loan.id}`);
  loan.balanceDisputed = disputed;
}
