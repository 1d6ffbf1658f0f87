import type { Metadata } from "next";
import { staffAt } from "@/app/(dashboard)/staff";
import { loanStatusWords } from "@/components/dashboard/loan-words";
import { LookedSoFar, NoneSoFar } from "@/components/dashboard/looked-so-far";
import { MerchantTable } from "@/components/dashboard/merchants/merchant-table";
import { connectionWords, kycWords } from "@/components/dashboard/merchants/merchant-words";
import { EmptyState } from "@/components/ui/empty-state";
import { ExportLink } from "@/components/ui/export-link";
import { FilterBar } from "@/components/ui/filter-bar";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { listMerchants } from "@/lib/surfaces/dashboard/merchant-list";
import { merchantListQuery, nothing } from "@/lib/surfaces/dashboard/merchant-list-schema";
import { endsOf, neighboursOf } from "@/lib/surfaces/dashboard/neighbours";
import { connectionStatuses } from "@/lib/terms/connections";
import { publicKycStatuses } from "@/lib/terms/kyc/states";
import { loanStatuses } from "@/lib/terms/loans/states";
import { riskTiers } from "@/lib/terms/scoring/constants";

export const metadata: Metadata = { title: "Merchants" };

const optionsOf = <Value extends string>(values: readonly Value[], words: (value: Value) => string) =>
  values.map((value) => ({ value, label: words(value) }));

const filters = [
  { param: "connection", label: "Connection", options: optionsOf(connectionStatuses, connectionWords) },
  { param: "kyc", label: "KYC", options: optionsOf(publicKycStatuses, kycWords) },
  {
    param: "tier",
    label: "Tier",
    options: [...optionsOf(riskTiers, (tier) => tier), { value: nothing, label: "No score" }],
  },
  {
    param: "loans",
    label: "Loans",
    options: [...optionsOf(loanStatuses, loanStatusWords), { value: nothing, label: "No loan yet" }],
  },
];

type Props = {
  params: Promise<{ environment: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function Merchants({ params, searchParams }: Props) {
  const { actor, environment } = await staffAt(params);
  const query = merchantListQuery.parse(await searchParams);
  const { rows, hasMore, lookedUntil } = await listMerchants(actor.tenant, { ...query, limit: 50 });
  const { startingAfter, endingBefore, ...chosen } = query;
  const narrowed = Object.values(chosen).some((value) => value !== undefined);
  const path = `/dashboard/${environment}/merchants`;
  return (
    <>
      <PageHeader
        title="Merchants"
        lead="Everybody you have sent to financing, newest first."
        actions={<ExportLink path={path} query={chosen} />}
      />
      <FilterBar search={{ label: "Name, id, or part of one" }} filters={filters} />
      <MerchantTable
        path={path}
        rows={rows}
        empty={lookedUntil ? <NoneSoFar what="merchants" /> : emptyList(environment, narrowed)}
      />
      {lookedUntil && <LookedSoFar what="merchants" query={query} />}
      <Pager path={path} query={query} {...endsOf(query, rows, lookedUntil)} {...neighboursOf(query, hasMore)} />
    </>
  );
}

function emptyList(environment: string, narrowed: boolean) {
  if (narrowed)
    return (
      <EmptyState title="No such merchants">
        Nobody fits what you look for. Type less of the name, or clear the filters.
      </EmptyState>
    );
  return (
    <EmptyState
      title="No merchants yet"
      action={{ href: `/dashboard/${environment}/getting-started`, label: "Create your first" }}
    >
      A merchant appears here as soon as you create it by the API, send its sales figures, or it agrees to share them.
    </EmptyState>
  );
}
