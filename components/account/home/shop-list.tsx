import Link from "next/link";
import { lineOf } from "@/components/account/score/score-text";
import { ShopRows } from "@/components/account/shop-rows";
import { linkLook } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { AccountScore } from "@/lib/lending/funding/schema";
import { connectionLabels } from "@/lib/terms/merchants/labels";
import type { Shop } from "./action-items";

export function ShopList({ shops }: { shops: readonly (Shop & { score: AccountScore })[] }) {
  return (
    <Card
      title="Your shops"
      aside={
        <Link href="/account/connections/add" prefetch={false} className={`text-sm ${linkLook}`}>
          Connect another shop
        </Link>
      }
    >
      <ShopRows
        rows={shops.map((shop) => ({
          ...shop,
          href: `/account/connections/${shop.connectionId}`,
          state: isInReview(shop)
            ? { tone: "busy", label: "Application in review" }
            : connectionLabels[shop.connectionStatus],
          detail: lineOf(shop.score, shop),
        }))}
      />
    </Card>
  );
}

function isInReview({ connectionStatus, kycStatus }: Shop): boolean {
  return connectionStatus === "ACTIVE" && kycStatus === "SUBMITTED";
}
