import { desc, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { scores, submissions } from "@/db/schema/scoring";
import { inReach } from "@/db/tenancy";
import type { Reach } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import type { Sales } from "@/lib/loans/loans/forecast";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { scoredRecord } from "@/lib/sales/records/scored-record";
import { collectMerchantFacts } from "./facts";
import { listProductsFor } from "./limit-products";
import { fundingOptionsOf } from "./options";
import type { FundingOptions } from "./schema";

/** `amount`: naira; by default the most that can be requested. */
export async function readFundingOptions(
  reach: Reach,
  ref: string,
  amount: number | undefined,
  now: BusinessTime,
): Promise<FundingOptions> {
  const { facts, products, sales } = await findGrounds(reach, ref, now);
  return fundingOptionsOf(facts, products, sales, amount);
}

export async function findGrounds(reach: Reach, ref: string, now: BusinessTime) {
  const { merchantId } = await findMerchant(reach, ref);
  const [facts, sales] = await Promise.all([
    collectMerchantFacts(reach, merchantId, now),
    findSales(reach, merchantId),
  ]);
  const products = await listProductsFor({ reach, merchantId, score: facts.score, now });
  return { facts, products, sales };
}

/** The data behind the latest score, what was carried over included. */
async function findSales(reach: Reach, merchantId: string): Promise<Sales | null> {
  const [row] = await db()
    .select({ record: submissions.record, carried: scores.carried })
    .from(scores)
    .innerJoin(submissions, eq(submissions.id, scores.submissionId))
    .where(inReach(scores, reach, eq(scores.merchantId, merchantId)))
    .orderBy(desc(scores.submittedAt), desc(scores.submissionId))
    .limit(1);
  return row ? scoredRecord(row.record, row.carried) : null;
}
