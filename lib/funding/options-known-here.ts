import type { LenderProduct } from "@/lib/lenders/product";
import type { Sales } from "@/lib/loans/forecast";
import { fundingOptionsOf } from "./options";
import { knownHere, type MerchantFacts } from "./policy";
import type { FundingOptions } from "./schema";

/**
 * The options for staff of the merchant's marketplace. Whether the amount is lent, and why not, is as any request would be
 * told. Each `maximum` is what it would be if nothing were owed at other marketplaces: beside the cap, it would say how
 * much is. Where nothing can be lent, it is 0.
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
