import { ShopRows } from "@/components/account/shop-rows";
import { Card } from "@/components/ui/card";
import type { PublicKycStatus } from "@/lib/terms/kyc/states";
import { applicationLabels } from "@/lib/terms/merchants/labels";

type Shop = {
  merchantId: string;
  businessName: string;
  kycStatus: PublicKycStatus;
  environment: "test" | "live";
  marketplace: { name: string };
};

export function ApplicationList({ shops }: { shops: readonly Shop[] }) {
  return (
    <Card title="Your applications">
      <p className="max-w-prose text-sm text-muted">
        The details, directors and documents of the business behind each shop.
      </p>
      <ShopRows
        rows={shops.map((shop) => ({
          ...shop,
          href: `/account/kyc/${shop.merchantId}`,
          state: applicationLabels[shop.kycStatus],
        }))}
      />
    </Card>
  );
}
