import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { type Column, DataTable } from "@/components/ui/data-table";
import type { LenderAnswer } from "@/lib/parties/lenders/schema";
import type { ProductTyped } from "@/lib/surfaces/console/parties/schema";
import type { LentTier } from "@/lib/terms/lender-limits";

type Product = LenderAnswer["products"][number];
type Named = { riskTier: LentTier; tenorDays: number; typed: ProductTyped };

const columns: Column<Product>[] = [
  { key: "tier", header: "Tier and tenor", cell: ({ riskTier, tenorDays }) => `${riskTier}, ${tenorDays} days` },
  {
    key: "deduction",
    header: "Deduction",
    align: "end",
    priority: 2,
    cell: ({ lowestDeduction, highestDeduction }) => `${lowestDeduction} to ${highestDeduction}%`,
  },
  { key: "rate", header: "For 30 days", align: "end", cell: ({ ratePer30Days }) => `${ratePer30Days}%` },
  {
    key: "default",
    header: "Default after",
    align: "end",
    priority: 2,
    cell: ({ defaultAfterDays }) => `${defaultAfterDays} days`,
  },
  {
    key: "recovery",
    header: "After a write-off",
    priority: 3,
    cell: ({ recoversFromSales }) => (recoversFromSales ? "Deductions go on" : "Deductions end"),
  },
];

type Props = {
  products: readonly Product[];
  add: ReactNode;
  actionsOf: (product: Named) => ReactNode;
};

/** What a lender offers, by tier and tenor. */
export function ProductsTable({ products, add, actionsOf }: Props) {
  return (
    <Card title="Products" aside={add}>
      <DataTable
        caption="Products"
        rows={products}
        keyOf={({ riskTier, tenorDays }) => `${riskTier} ${tenorDays}`}
        empty={null}
        columns={[
          ...columns,
          {
            key: "actions",
            header: <span className="sr-only">Actions</span>,
            align: "end",
            // Nobody lends to the lowest tier.
            cell: (product) => product.riskTier !== "E" && actionsOf(named(product, product.riskTier)),
          },
        ]}
      />
    </Card>
  );
}

function named({ tenorDays, ...product }: Product, riskTier: LentTier): Named {
  const typed = {
    riskTier,
    tenorDays: String(tenorDays),
    lowestDeduction: String(product.lowestDeduction),
    highestDeduction: String(product.highestDeduction),
    ratePer30Days: String(product.ratePer30Days),
    defaultAfterDays: String(product.defaultAfterDays),
    recoversFromSales: product.recoversFromSales ? ("yes" as const) : ("no" as const),
  };
  return { riskTier, tenorDays, typed };
}
