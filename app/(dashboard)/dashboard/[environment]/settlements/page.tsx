import type { Metadata } from "next";
import { staffAt } from "@/app/(dashboard)/staff";
import { LookedSoFar, NoneSoFar } from "@/components/dashboard/looked-so-far";
import { SettlementTable } from "@/components/dashboard/settlements/settlement-table";
import { matchStatusWords } from "@/components/dashboard/settlements/settlement-words";
import { ExportLink } from "@/components/ui/export-link";
import { FilterBar } from "@/components/ui/filter-bar";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { reachOf } from "@/lib/kernel/reach";
import { settlementQuery } from "@/lib/surfaces/dashboard/loans-schema";
import { endsOf, neighboursOf } from "@/lib/surfaces/dashboard/neighbours";
import { listSettlementsForStaff } from "@/lib/surfaces/dashboard/settlements-list";
import { matchStatuses } from "@/lib/terms/settlements";

export const metadata: Metadata = { title: "Settlements" };

type Props = {
  params: Promise<{ environment: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function Settlements({ params, searchParams }: Props) {
  const { actor, environment } = await staffAt(params);
  const query = settlementQuery.parse(await searchParams);
  const { rows, hasMore, lookedUntil } = await listSettlementsForStaff(reachOf(actor), { ...query, limit: 50 });
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
      {lookedUntil && rows.length === 0 ? (
        <NoneSoFar what="settlements" />
      ) : (
        <SettlementTable environment={environment} rows={rows} filtered={Object.values(query).some(Boolean)} />
      )}
      {lookedUntil && <LookedSoFar what="settlements" query={query} />}
      <Pager path={path} query={query} {...endsOf(query, rows, lookedUntil)} {...neighboursOf(query, hasMore)} />
    </>
  );
}
