import type { Tenant } from "@/lib/kernel/actor";
import { type Kobo, zero } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import { findLender } from "@/lib/parties/lenders/queries";
import { readUsage } from "@/lib/parties/lenders/read-usage";
import { isSuspended } from "@/lib/parties/marketplaces/queries";
import { usualUnremitted } from "@/lib/terms/remittances";
import { findRemitters, readBalance } from "./queries";

/** How much a marketplace may owe a lender of what it has deducted (docs/remittances.md#limit). */
export async function unremittedLimit(lenderId: string, { marketplaceId }: Tenant, now: BusinessTime): Promise<Kobo> {
  const lender = await findLender(lenderId);
  const [usage] = (await readUsage([lenderId], now)).values();
  return lender?.limits.unremitted ?? usualUnremitted(usage?.perMarketplace.get(marketplaceId) ?? zero);
}

/**
 * Those of these lenders to whom a marketplace owes more than that, or all where it is suspended
 * (docs/going-live.md#suspension): nothing new is offered or paid out there.
 */
export async function stoppedLenders(
  lenderIds: readonly string[],
  tenant: Tenant,
  now: BusinessTime,
): Promise<Set<string>> {
  const stopped = new Set<string>();
  if (tenant.environment === "test" || lenderIds.length === 0) return stopped;
  if (await isSuspended(tenant)) return new Set(lenderIds);
  for (const remitter of await findRemitters({ tenant })) {
    if (!lenderIds.includes(remitter.lenderId)) continue;
    const { unremitted } = await readBalance(remitter, now);
    if (unremitted > (await unremittedLimit(remitter.lenderId, tenant, now))) stopped.add(remitter.lenderId);
  }
  return stopped;
}
