import Link from "next/link";
import { Day } from "@/components/dashboard/day";
import { ArrearsBadge, LoanStatusBadge, repaidShare } from "@/components/dashboard/loan-words";
import { NoneFits } from "@/components/dashboard/none-fits";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { RowNote } from "@/components/ui/row-note";
import type { Kobo } from "@/lib/kernel/money";
import type { LoanStatusAnswer } from "@/lib/terms/loans/schema";

type Row = {
  id: string;
  reference: string;
  merchantId: string;
  businessName: string;
  status: LoanStatusAnswer["status"];
  principal: Kobo;
  outstanding: Kobo;
  paid: Kobo;
  due: Kobo;
  approvedAt: Date;
  disbursedAt: Date | null;
  dueDate: string;
  daysPastDue: number;
  paused: boolean;
};

/** Loans, each leading to its page. */
export function LoanTable({
  environment,
  rows,
  filtered,
  ofOne = false,
}: {
  environment: string;
  rows: readonly Row[];
  filtered: boolean;
  /** Of one merchant: nobody needs its name in every row. */
  ofOne?: boolean;
}) {
  const at = `/dashboard/${environment}`;
  const merchant: Column<Row> = {
    key: "merchant",
    header: "Merchant",
    priority: 2,
    cell: ({ businessName, merchantId }) => (
      <Link href={`${at}/merchants/${merchantId}`} prefetch={false} className="underline-offset-4 hover:underline">
        {businessName}
      </Link>
    ),
  };
  const columns: Column<Row>[] = [
    {
      key: "reference",
      header: "Loan",
      cell: ({ reference, businessName }) => (
        <>
          <span className="whitespace-nowrap">{reference}</span>
          {!ofOne && <RowNote>{businessName}</RowNote>}
        </>
      ),
    },
    ...(ofOne ? [] : [merchant]),
    {
      key: "state",
      header: "State",
      cell: ({ status, daysPastDue, paused }) => (
        <span className="flex flex-wrap gap-1">
          {(status !== "ACTIVE" || (daysPastDue === 0 && !paused)) && <LoanStatusBadge status={status} />}
          <ArrearsBadge daysPastDue={daysPastDue} paused={paused} />
        </span>
      ),
    },
    {
      key: "principal",
      header: "Principal",
      align: "end",
      priority: 2,
      cell: ({ principal }) => <Money kobo={principal} />,
    },
    {
      key: "outstanding",
      header: "Outstanding",
      align: "end",
      priority: 2,
      cell: ({ outstanding }) => <Money kobo={outstanding} />,
    },
    {
      key: "repaid",
      header: "Repaid",
      align: "end",
      priority: 3,
      cell: ({ paid, due, disbursedAt }) => (due === 0 || !disbursedAt ? "–" : repaidShare((paid * 100) / due)),
    },
    { key: "due", header: "Due by", priority: 3, cell: ({ dueDate }) => <Day date={dueDate} /> },
    {
      key: "since",
      header: "Paid out",
      priority: 3,
      cell: ({ disbursedAt }) => (disbursedAt ? <Moment at={disbursedAt} /> : "Not yet"),
    },
  ];
  return (
    <DataTable
      caption="Loans"
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `${at}/loans/${id}`}
      empty={
        filtered ? (
          <NoneFits what="loans" />
        ) : (
          <EmptyState title="No loans yet" action={{ href: `${at}/funding-requests`, label: "See funding requests" }}>
            A loan appears here as soon as a merchant's funding request is approved.
          </EmptyState>
        )
      }
    />
  );
}
