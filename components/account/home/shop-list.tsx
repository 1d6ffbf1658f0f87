import Link from "next/link";
import { TestBadge } from "@/components/ui/badge";
import { linkLook } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { StatusBadge, type Tone } from "@/components/ui/status-badge";

type ConnectionStatus = "PENDING" | "ACTIVE" | "SUSPENDED" | "DISCONNECTED";

type Shop = {
  merchantId: string;
  businessName: string;
  connectionId: string;
  connectionStatus: ConnectionStatus;
  environment: "test" | "live";
  marketplace: { name: string };
};

const states: Record<ConnectionStatus, { tone: Tone; label: string }> = {
  PENDING: { tone: "busy", label: "Waiting for sales figures" },
  ACTIVE: { tone: "good", label: "Connected" },
  SUSPENDED: { tone: "warning", label: "Suspended" },
  DISCONNECTED: { tone: "neutral", label: "Disconnected" },
};

/** The shops of an account, each on its marketplace. */
export function ShopList({ shops }: { shops: readonly Shop[] }) {
  return (
    <Card
      title="Your shops"
      aside={
        <Link href="/account/connections/add" prefetch={false} className={`text-sm ${linkLook}`}>
          Connect another
        </Link>
      }
    >
      <ul className="divide-y divide-line">
        {shops.map(({ merchantId, businessName, connectionId, connectionStatus, environment, marketplace }) => (
          <li key={merchantId} className="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
            <span className="wrap-anywhere min-w-0">
              <Link
                href={`/account/connections/${connectionId}`}
                prefetch={false}
                className="font-medium underline-offset-4 after:absolute after:inset-0 hover:underline"
              >
                {businessName}
              </Link>
              <span className="flex items-center gap-2 text-sm text-muted">
                {marketplace.name} {environment === "test" && <TestBadge />}
              </span>
            </span>
            <StatusBadge tone={states[connectionStatus].tone}>{states[connectionStatus].label}</StatusBadge>
          </li>
        ))}
      </ul>
    </Card>
  );
}
