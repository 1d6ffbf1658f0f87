import { BarChart } from "@/components/charts/bar-chart";
import { LedgerTable } from "@/components/dashboard/loans/loan-ledger";
import { ReportTable } from "@/components/dashboard/loans/loan-reports";
import { CollectionSums } from "@/components/dashboard/loans/loan-stats";
import { dayText } from "@/components/staff/day";
import { ListTable } from "@/components/staff/list-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Pager } from "@/components/ui/pager";
import type { Environment } from "@/lib/kernel/actor";
import type { Reach } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { breakList, listBreaksForStaff } from "@/lib/surfaces/dashboard/breaks-list";
import type { LoanForStaff } from "@/lib/surfaces/dashboard/loan-detail";
import { daysTable, listCollectionDays, listJournals, listReports } from "@/lib/surfaces/dashboard/loan-money";
import type { LoanPart as LoanPartName } from "@/lib/surfaces/dashboard/loan-parts";
import { neighboursOf } from "@/lib/surfaces/lists/neighbours";

type Props = {
  environment: Environment;
  now: BusinessTime;
  reach: Reach;
  path: string;
  part: Exclude<LoanPartName, "terms">;
  query: { startingAfter?: string | undefined; endingBefore?: string | undefined };
  loan: LoanForStaff;
};

const limit = 50;

/** A part of a loan's page that may be long, a page of it. */
export async function LoanPart(props: Props) {
  const { environment, reach, part, query, loan, now } = props;
  const at = `/dashboard/${environment}`;
  const { loanId } = loan;
  switch (part) {
    case "repayments": {
      const { rows, hasMore } = await listReports(reach, { loanId }, { ...query, limit });
      return (
        <>
          <ReportTable at={at} rows={rows} of="loan" />
          <Turn {...props} hasMore={hasMore} ends={[rows[0]?.id, rows.at(-1)?.id]} />
        </>
      );
    }
    case "ledger": {
      const { rows, hasMore } = await listJournals(reach, loanId, { ...query, limit });
      return (
        <>
          <LedgerTable rows={rows} />
          <Turn {...props} hasMore={hasMore} ends={[rows[0]?.number, rows.at(-1)?.number]} />
        </>
      );
    }
    case "days": {
      const { rows, hasMore } = await listCollectionDays(reach, loanId, { ...query, limit });
      const points = rows
        .toReversed()
        .map(({ day, agreed, taken }) => ({ label: dayText(day), values: { agreed, taken } }));
      return (
        <>
          {loan.collection && <CollectionSums collection={loan.collection} />}
          {rows.length > 0 && (
            <BarChart
              title="Agreed and taken by day of sale"
              series={[
                { key: "agreed", label: "Agreed", tone: "quiet" },
                { key: "taken", label: "Taken", tone: "main" },
              ]}
              points={points}
              format="money"
            />
          )}
          <ListTable
            base={at}
            table={daysTable(rows, now)}
            empty={
              <EmptyState title="No sales yet">
                Once sales of this merchant come in, each day shows what should have been deducted and what was.
              </EmptyState>
            }
          />
          <Turn {...props} hasMore={hasMore} ends={[rows[0]?.day, rows.at(-1)?.day]} />
        </>
      );
    }
    case "breaks": {
      const { rows, hasMore } = await listBreaksForStaff(reach, { ...query, loanId, status: "ALL", limit });
      return (
        <>
          <ListTable
            base={at}
            table={breakList.tableOf(rows, now)}
            empty={
              <EmptyState title="No breaks">
                Whatever was reported of this loan agrees with its ledger and its sales.
              </EmptyState>
            }
          />
          <Turn {...props} hasMore={hasMore} ends={[rows[0]?.id, rows.at(-1)?.id]} />
        </>
      );
    }
  }
}

type Ends = readonly (string | number | undefined)[];

function Turn({ path, part, query, hasMore, ends }: Props & { hasMore: boolean; ends: Ends }) {
  const [first, last] = ends.map((end) => end?.toString());
  return <Pager path={path} query={{ part }} first={first} last={last} {...neighboursOf(query, hasMore)} />;
}
