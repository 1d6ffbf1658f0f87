import { TestBadge } from "@/components/ui/badge";

export type Shop = {
  businessName: string;
  environment: "test" | "live";
  marketplace: { name: string };
};

export function ShopName({ shop: { businessName, environment, marketplace } }: { shop: Shop }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="wrap-anywhere">
        {businessName}, on {marketplace.name}
      </span>
      {environment === "test" && <TestBadge />}
    </span>
  );
}
