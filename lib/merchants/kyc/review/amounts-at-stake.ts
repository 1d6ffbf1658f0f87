import { inArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { fundingRequests } from "@/db/schema/funding";
import { merchants } from "@/db/schema/merchants";
import { scores } from "@/db/schema/scoring";
import { env } from "@/lib/kernel/env";
import { type Kobo, toKobo, zero } from "@/lib/kernel/money";

/** What an approval lets a merchant have: its largest open request, and the cap of its latest score; in kobo. */
export type AtStake = { requested: Kobo | null; cap: Kobo | null };

/** @param merchantIds of rows that were loaded in reach */
export async function amountsAtStake(merchantIds: readonly string[]): Promise<Map<string, AtStake>> {
  const requested = sql<Kobo | null>`(select max(${fundingRequests.amountRequested})::float8 from ${fundingRequests}
    where ${fundingRequests.merchantId} = ${merchants}.id and ${fundingRequests.status} = 'PENDING')`;
  const cap = sql<Kobo | null>`(select ${scores.maxLendingCap}::float8 from ${scores}
    where ${scores.merchantId} = ${merchants}.id order by ${scores.submittedAt} desc, ${scores.submissionId} desc limit 1)`;
  const rows = await db()
    .select({ id: merchants.id, requested, cap })
    .from(merchants)
    .where(inArray(merchants.id, [...merchantIds]));
  return new Map(rows.map(({ id, ...amounts }) => [id, amounts]));
}

/** Whether so much takes two operators (docs/kyc.md#two-operators). */
export function isLarge({ requested, cap }: AtStake): boolean {
  return Math.max(requested ?? zero, cap ?? zero) > toKobo(env().kycTwoAbove);
}
