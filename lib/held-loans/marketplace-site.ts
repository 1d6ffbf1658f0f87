import { listFrameAncestors } from "@/lib/embed/queries";
import type { Holding } from "./holding";

/**
 * Where a merchant that is held finds the journey of its marketplace: the first origin that it may be shown on; null where
 * none is registered (docs/merchant-loans.md).
 */
export async function siteOfMerchant({ merchants }: Holding, merchantId: string): Promise<string | null> {
  const merchant = merchants.find((one) => one.merchantId === merchantId);
  if (!merchant) return null;
  const [first] = await listFrameAncestors(merchant.marketplaceId, merchant.environment);
  return first ?? null;
}
