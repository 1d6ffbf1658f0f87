import { and, desc, eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { isLent, loans } from "@/db/schema/loans";
import { merchants } from "@/db/schema/merchants";
import { type Kobo, plus } from "@/lib/kernel/money";
import { reachOfRow } from "@/lib/kernel/reach";
import { committedToLender } from "@/lib/lending/funding/borrowers/exposure";

/** How many are shown. */
const shown = 10;

/**
 * Those to whom most of a lender's money is out or offered, with all that their borrower has of it, at whichever marketplace, in
 * kobo (docs/lending.md#borrowers).
 */
export async function listLargestBorrowers(
  lenderId: string,
): Promise<{ merchantId: string; name: string; used: Kobo }[]> {
  const { merchantId, marketplaceId, environment, principal } = loans;
  const found = await db()
    .select({ merchantId, marketplaceId, environment, name: merchants.businessName })
    .from(loans)
    .innerJoin(merchants, eq(merchants.id, merchantId))
    .where(and(eq(loans.lenderId, lenderId), isLent))
    .groupBy(merchantId, marketplaceId, environment, merchants.businessName)
    .orderBy(desc(sql`sum(${principal})`), merchantId)
    .limit(shown);
  const borrowers: { merchantId: string; name: string; used: Kobo }[] = [];
  for (const { name, ...row } of found) {
    const { here, elsewhere } = await committedToLender(reachOfRow(row), row.merchantId, lenderId);
    borrowers.push({ merchantId: row.merchantId, name, used: plus(here, elsewhere) });
  }
  return borrowers.filter(({ used }) => used > 0).sort((one, other) => other.used - one.used);
}
