import type { Metadata } from "next";
import { staffAt } from "@/app/(dashboard)/staff";
import { SettlementTable } from "@/components/dashboard/settlements/settlement-table";
import { matchStatusWords } from "@/components/dashboard/settlements/settlement-words";
import { TooManyMerchants } from "@/components/dashboard/too-many-merchants";
import { ExportLink } from "@/components/ui/export-link";
import { FilterBar } from "@/components/ui/filter-bar";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { settlementQuery } from "@/lib/dashboard/loans-schema";
import { neighboursOf } from "@/lib/dashboard/neighbours";
import { listSettlementsForStaff } from "@/lib/dashboard/settlements-list";
import { reachOf } from "@/lib/reach";
import { matchStatuses } from "@/lib/settlements/constants";

export const metadata: Metadata = { title: "Settlements" };

type Props = {
  params: Promise<{ environment: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function Settlements({ params, searchParams }: Props) {
  const { actor, environment } = await staffAt(params);
  const query = settlementQuery.parse(await searchParams);
  const { rows, hasMore, tooMany } = await listSettlementsForStaff(reachOf(actor), { ...query, limit: 50 });
  const path = `/dashboard/${environment}/settlements`;
  return (
    <>
      <PageHeader
        title="Settlements"
        lead="What you pay out to merchants, and whether the deductions in it are those that you reported."
        actions={<ExportLink path={path} query={query} />}
      />
      <FilterBar
        search={{ label: "Settlement or merchant, by reference or name" }}
        filters={[
          {
            param: "status",
            label: "Matching",
            options: matchStatuses.map((value) => ({ value, label: matchStatusWords[value] })),
          },
        ]}
      />
      {tooMany ? (
        <TooManyMerchants />
      ) : (
        <SettlementTable environment={environment} rows={rows} filtered={Object.values(query).some(Boolean)} />
      )}
      <Pager path={path} query={query} first={rows[0]?.id} last={rows.at(-1)?.id} {...neighboursOf(query, hasMore)} />
    </>
  );
}
