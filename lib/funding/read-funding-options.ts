import { desc, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { scores, submissions } from "@/db/schema/scoring";
import { inTenant } from "@/db/tenancy";
import type { Tenant } from "@/lib/actor";
import { listOffers } from "@/lib/lenders/queries";
import type { Sales } from "@/lib/loans/forecast";
import { openSales } from "@/lib/loans/loan-context";
import { findMerchant } from "@/lib/merchants/queries";
import { collectMerchantFacts } from "./facts";
import { fundingOptionsOf } from "./options";
import type { FundingOptions } from "./schema";

/**
 * What a merchant could ask for now, and what it would cost.
 * @param amount naira; without it the most that can be asked for
 * @throws CodedError NOT_FOUND
 */
export async function readFundingOptions(
  tenant: Tenant,
  ref: string,
  amount: number | undefined,
  now: Date,
): Promise<FundingOptions> {
  const { merchantId } = await findMerchant(tenant, ref);
  const [facts, sales] = await Promise.all([
    collectMerchantFacts(tenant, merchantId, now),
    findSales(tenant, merchantId),
  ]);
  const offers = facts.score ? await listOffers(tenant.environment, facts.score.tier) : [];
  return fundingOptionsOf(facts, offers, sales, amount);
}

/** The data that the latest score was made from. */
async function findSales(tenant: Tenant, merchantId: string): Promise<Sales | null> {
  const [row] = await db()
    .select({ record: submissions.record })
    .from(scores)
    .innerJoin(submissions, eq(submissions.id, scores.submissionId))
    .where(inTenant(scores, tenant, eq(scores.merchantId, merchantId)))
    .orderBy(desc(scores.submittedAt), desc(scores.submissionId))
    .limit(1);
  return row ? openSales(row.record) : null;
}
