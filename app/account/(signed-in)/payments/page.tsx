import Link from "next/link";
import { holdingHere } from "@/app/account/holding";
import { MovementTable } from "@/components/account/money/movement-table";
import { linkLook } from "@/components/ui/button";
import { ExportLink } from "@/components/ui/export-link";
import { FilterBar } from "@/components/ui/filter-bar";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { listHeldMovements } from "@/lib/surfaces/account/loans/list-held-movements";
import { movementQuery, movementWayLabels, movementWays } from "@/lib/surfaces/account/loans/schema";
import { neighboursOf } from "@/lib/surfaces/lists/neighbours";

export const metadata = { title: "Payments" };

export default async function Payments({ searchParams }: PageProps<"/account/payments">) {
  const holding = await holdingHere();
  const query = movementQuery.parse(await searchParams);
  const { rows, hasMore } = await listHeldMovements(holding, { ...query, limit: 50 });
  const shops = new Map(holding.merchants.map((merchant) => [merchant.merchantId, merchant]));
  const { startingAfter: _, endingBefore: __, ...filters } = query;
  return (
    <>
      <PageHeader
        title="Payments"
        lead="Everything taken from your sales or paid from your account, for all your loans."
        actions={<ExportLink path="/account/payments" query={filters} />}
      />
      <FilterBar
        filters={[
          {
            param: "way",
            label: "What",
            options: movementWays.map((value) => ({ value, label: movementWayLabels[value] })),
          },
          ...(shops.size > 1
            ? [
                {
                  param: "shop",
                  label: "Shop",
                  options: holding.merchants.map(({ merchantId, businessName, marketplace, environment }) => ({
                    value: merchantId,
                    label: `${businessName}, on ${marketplace.name}${environment === "test" ? " (test)" : ""}`,
                  })),
                },
              ]
            : []),
        ]}
        dates={{ from: "From", to: "To" }}
      />
      {query.loan && (
        <p className="text-sm">
          Of one loan.{" "}
          <Link href="/account/payments" prefetch={false} className={linkLook}>
            See those of all
          </Link>
        </p>
      )}
      <MovementTable
        filtered={Object.values(query).some(Boolean)}
        rows={rows.flatMap((row) => {
          const shop = shops.get(row.merchantId);
          return shop ? [{ ...row, shop }] : [];
        })}
      />
      <Pager
        path="/account/payments"
        query={query}
        first={rows[0]?.place ?? ""}
        last={rows.at(-1)?.place ?? ""}
        {...neighboursOf(query, hasMore)}
      />
    </>
  );
}
