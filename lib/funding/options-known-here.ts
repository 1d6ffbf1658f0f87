import type { LenderProduct } from "@/lib/lenders/product";
import type { Sales } from "@/lib/loans/forecast";
import { fundingOptionsOf } from "./options";
import { knownHere, type MerchantFacts } from "./policy";
import type { FundingOptions } from "./schema";

/**
 * The options as staff of the merchant's marketplace may see them. Whether the amount can be lent, and if not why, is the
 * same as for any request. Each `maximum` leaves out what is owed at other marketplaces: beside the cap, it would tell how
 * much that is. It is 0 where nothing can be lent.
 * @param asked naira
 */
export function optionsKnownHere(
  facts: MerchantFacts,
  products: readonly LenderProduct[],
  sales: Sales | null,
  asked: number,
): FundingOptions {
  const today = fundingOptionsOf(facts, products, sales, asked);
  if (today.blocked) return today;
  const known = fundingOptionsOf(knownHere(facts), products, sales, asked);
  const mostOver = new Map(known.options.map(({ tenorDays, maximum }) => [tenorDays, maximum]));
  const options = today.options.map((option) => ({ ...option, maximum: mostOver.get(option.tenorDays) ?? 0 }));
  return { ...today, maximum: known.maximum, options };
}
