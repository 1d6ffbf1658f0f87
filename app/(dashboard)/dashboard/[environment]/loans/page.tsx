import type { Metadata } from "next";
import { staffAt } from "@/app/(dashboard)/staff";
import { loanStatusWords } from "@/components/dashboard/loan-words";
import { LoanTable } from "@/components/dashboard/loans/loan-table";
import { LookedSoFar, NoneSoFar } from "@/components/dashboard/looked-so-far";
import { ExportLink } from "@/components/ui/export-link";
import { FilterBar } from "@/components/ui/filter-bar";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { reachOf } from "@/lib/kernel/reach";
import { listLoansForStaff } from "@/lib/surfaces/dashboard/loans-list";
import { arrears, arrearsWords, loanQuery } from "@/lib/surfaces/dashboard/loans-schema";
import { endsOf, neighboursOf } from "@/lib/surfaces/dashboard/neighbours";
import { loanStatuses } from "@/lib/terms/loans/states";

export const metadata: Metadata = { title: "Loans" };

type Props = {
  params: Promise<{ environment: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function Loans({ params, searchParams }: Props) {
  const { actor, environment, now } = await staffAt(params);
  const query = loanQuery.parse(await searchParams);
  const { rows, hasMore, lookedUntil } = await listLoansForStaff(reachOf(actor), { ...query, limit: 50 }, now);
  const path = `/dashboard/${environment}/loans`;
  return (
    <>
      <PageHeader
        title="Loans"
        lead="Every offer and loan of your merchants, newest first."
        actions={<ExportLink path={path} query={query} />}
      />
      <FilterBar
        search={{ label: "Loan or merchant, by reference or id" }}
        filters={[
          {
            param: "status",
            label: "State",
            options: [
              { value: "OUT", label: "Out: active or defaulted" },
              ...loanStatuses.map((value) => ({ value, label: loanStatusWords(value) })),
            ],
          },
          {
            param: "arrears",
            label: "Arrears",
            options: arrears.map((value) => ({ value, label: arrearsWords[value] })),
          },
        ]}
      />
      {lookedUntil && rows.length === 0 ? (
        <NoneSoFar what="loans" />
      ) : (
        <LoanTable environment={environment} rows={rows} filtered={Object.values(query).some(Boolean)} />
      )}
      {lookedUntil && <LookedSoFar what="loans" query={query} />}
      <Pager path={path} query={query} {...endsOf(query, rows, lookedUntil)} {...neighboursOf(query, hasMore)} />
    </>
  );
}
