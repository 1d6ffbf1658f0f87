import Link from "next/link";
import { TestBadge } from "@/components/ui/badge";
import { StatusBadge, type Tone } from "@/components/ui/status-badge";

type Row = {
  merchantId: string;
  href: string;
  businessName: string;
  environment: "test" | "live";
  marketplace: { name: string };
  state: { tone: Tone; label: string };
  detail?: string;
};

export function ShopRows({ rows }: { rows: readonly Row[] }) {
  return (
    <ul className="divide-y divide-line">
      {rows.map(({ merchantId, href, businessName, environment, marketplace, state, detail }) => (
        <li key={merchantId} className="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
          <span className="wrap-anywhere min-w-0">
            <Link
              href={href}
              prefetch={false}
              className="font-medium underline-offset-4 after:absolute after:inset-0 hover:underline"
            >
              {businessName}
            </Link>
            <span className="flex items-center gap-2 text-sm text-muted">
              {marketplace.name} {environment === "test" && <TestBadge />}
            </span>
          </span>
          <StatusBadge tone={state.tone}>{state.label}</StatusBadge>
          {detail && <span className="basis-full text-sm text-pretty tabular-nums">{detail}</span>}
        </li>
      ))}
    </ul>
  );
}
