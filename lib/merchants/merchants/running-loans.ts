import { eq, inArray } from "drizzle-orm";
import { db } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { inReach } from "@/db/tenancy";
import type { Reach } from "@/lib/kernel/reach";
import { owingStates } from "@/lib/terms/loans/states";

/** The ids of the merchant's loans that are owed, or whose payout is under way: oldest first. */
export async function runningLoans(reach: Reach, merchantId: string): Promise<string[]> {
  const running = inArray(loans.status, [...owingStates, "DISBURSING"]);
  const rows = await db()
    .select({ id: loans.id })
    .from(loans)
    .where(inReach(loans, reach, eq(loans.merchantId, merchantId), running))
    .orderBy(loans.id);
  return rows.map(({ id }) => id);
}
