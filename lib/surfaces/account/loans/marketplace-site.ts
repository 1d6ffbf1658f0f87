import { demoOrigin } from "@/lib/kernel/demo-origin";
import { env } from "@/lib/kernel/env";
import { listFrameAncestors } from "@/lib/surfaces/journey/queries";
import type { Holding } from "./holding";

/**
 * Where a merchant that is held finds the journey of its marketplace: the first origin that it may be shown on; null where
 * none is registered (docs/merchant-loans.md).
 * @param loanId the loan to be paid there, if that is what it is for; only the demo marketplace takes it
 */
export async function siteOfMerchant(
  { merchants }: Holding,
  merchantId: string,
  loanId = "open",
): Promise<string | null> {
  const merchant = merchants.find((one) => one.merchantId === merchantId);
  if (!merchant) return null;
  const [first] = await listFrameAncestors(merchant.marketplaceId, merchant.environment);
  if (first === undefined) return null;
  // The demo marketplace shares its origin with the sandbox's other pages.
  const isDemo = env().sandbox && merchant.environment === "test" && first === demoOrigin();
  const query = new URLSearchParams({ seller: merchant.thirdPartyCustomerId ?? "", journey: loanId });
  return isDemo ? `${first}/demo?${query}` : first;
}
