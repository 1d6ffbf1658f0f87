import { and, asc, eq, ne } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { businessName } from "@/db/business-name";
import { db } from "@/db/client";
import { directors, kycRecords } from "@/db/schema/kyc";
import { marketplaces } from "@/db/schema/marketplaces";
import { merchants } from "@/db/schema/merchants";
import { kycLabels } from "@/lib/terms/dashboard/labels";
import { publicKycStatus } from "@/lib/terms/kyc/states";
import type { Label } from "@/lib/terms/label";

/** As many as a page shows: one number in more records than that says enough. */
const mostShown = 50;

export type SharedMerchant = {
  directorId: string;
  merchantId: string;
  name: string;
  marketplace: string;
  state: Label;
};

/** For operators alone: whose KYC, at whatever marketplace of the environment, has a number of this one's directors. */
export async function findSharedMerchants(kycId: string): Promise<SharedMerchant[]> {
  const others = alias(directors, "others");
  const theirs = alias(kycRecords, "theirs");
  const same = and(
    eq(others.identityDigest, directors.identityDigest),
    eq(others.environment, directors.environment),
    ne(others.kycId, directors.kycId),
  );
  const rows = await db()
    .select({
      directorId: directors.id,
      merchantId: merchants.id,
      name: businessName,
      marketplace: marketplaces.name,
      status: theirs.status,
    })
    .from(directors)
    .innerJoin(others, same)
    .innerJoin(theirs, eq(theirs.id, others.kycId))
    .innerJoin(merchants, eq(merchants.id, theirs.merchantId))
    .innerJoin(marketplaces, eq(marketplaces.id, merchants.marketplaceId))
    .where(eq(directors.kycId, kycId))
    .orderBy(asc(directors.listPosition), asc(merchants.id))
    .limit(mostShown);
  return rows.map(({ status, ...row }) => ({ ...row, state: kycLabels[publicKycStatus(status)] }));
}
