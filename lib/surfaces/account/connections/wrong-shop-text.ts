import type { MarketplaceShop } from "@/lib/terms/data-access/states";

type Named = { businessName: string; thirdPartyCustomerId: string | null };

/** Why a permission that is another shop's connects nothing, and the way out of it. */
export function wrongShopText(shop: MarketplaceShop, meant: Named | null, marketplace: string): string {
  if (!meant) {
    const whose = `${called(shop)} at ${marketplace} is in another account here, so nothing is connected.`;
    return `${whose} Sign in to that account, or write to us if you do not know it.`;
  }
  const which = `At ${marketplace} you signed in as ${called(shop)}; your shop here is ${called(meant)}.`;
  return `${which} Nothing was changed. Sign out at ${marketplace}, then give the permission again as ${meant.businessName}.`;
}

function called({ businessName, thirdPartyCustomerId }: Named): string {
  return thirdPartyCustomerId === null ? businessName : `${businessName} (ID ${thirdPartyCustomerId})`;
}
