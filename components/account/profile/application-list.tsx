import { ShopRows } from "@/components/account/shop-rows";
import { Card } from "@/components/ui/card";
import type { Tone } from "@/components/ui/status-badge";

type KycStatus = "PENDING" | "SUBMITTED" | "APPROVED" | "REJECTED" | "REQUIRES_UPDATE";

type Shop = {
  merchantId: string;
  businessName: string;
  kycStatus: KycStatus;
  environment: "test" | "live";
  marketplace: { name: string };
};

const states: Record<KycStatus, { tone: Tone; label: string }> = {
  PENDING: { tone: "warning", label: "To complete" },
  SUBMITTED: { tone: "busy", label: "In review" },
  APPROVED: { tone: "good", label: "Approved" },
  REJECTED: { tone: "bad", label: "Not approved" },
  REQUIRES_UPDATE: { tone: "warning", label: "Needs an update" },
};

/** The application of each shop: what we know of the business behind it. */
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
          state: states[shop.kycStatus],
        }))}
      />
    </Card>
  );
}
