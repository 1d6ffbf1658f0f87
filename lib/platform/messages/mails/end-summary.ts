import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import { merchants } from "@/db/schema/merchants";
import { clockAheadOf } from "@/db/tenancy";
import { tenantOf } from "@/lib/kernel/actor";
import { businessTime, type RealTime } from "@/lib/kernel/time";
import { savePreferences } from "./save-preferences";
import { merchantOfLink } from "./summary-link";

export async function readSummaryLink(link: string) {
  const merchantId = merchantOfLink(link);
  if (merchantId === null) return undefined;
  const [found] = await db()
    .select({
      merchantId: merchants.id,
      marketplaceId: merchants.marketplaceId,
      environment: merchants.environment,
      marketplace: marketplaces.name,
      weeklySummary: merchants.weeklySummary,
      clockAhead: clockAheadOf(merchants),
    })
    .from(merchants)
    .innerJoin(marketplaces, eq(marketplaces.id, merchants.marketplaceId))
    .where(eq(merchants.id, merchantId));
  return found;
}

/**
 * Switches a merchant's weekly summary off for whoever has its link: the link is the credential, and good for nothing
 * else.
 * @returns the name of the merchant's marketplace; undefined for a link that was not made here.
 */
export async function endSummary(link: string, realNow: RealTime): Promise<string | undefined> {
  const found = await readSummaryLink(link);
  if (!found) return undefined;
  const { merchantId, clockAhead, marketplace } = found;
  const actor = { kind: "mailLink", tenant: tenantOf(found), merchantId } as const;
  await savePreferences({ actor, input: { weeklySummary: false }, now: businessTime(realNow, clockAhead) });
  return marketplace;
}
