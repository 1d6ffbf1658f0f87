import Link from "next/link";
import { NoneFits } from "@/components/dashboard/none-fits";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { RowNote } from "@/components/ui/row-note";
import type { Kobo } from "@/lib/kernel/money";
import type { matchStatuses } from "@/lib/terms/settlements";
import { MatchStatusBadge } from "./settlement-words";

type Row = {
  id: string;
  reference: string;
  merchantId: string;
  businessName: string;
  periodStart: Date | null;
  periodEnd: Date | null;
  totalDeductions: Kobo | null;
  netAmount: Kobo;
  matchedAmount: Kobo | null;
  matchStatus: (typeof matchStatuses)[number];
  transferredAt: Date | null;
  openBreaks: number;
};

/** Settlements, each leading to its page. */
export function SettlementTable(props: { environment: string; rows: readonly Row[]; filtered: boolean }) {
  const { environment, rows, filtered } = props;
  const at = `/dashboard/${environment}`;
  const columns: Column<Row>[] = [
    {
      key: "reference",
      header: "Settlement",
      cell: ({ reference, businessName }) => (
        <>
          <span className="wrap-anywhere">{reference}</span>
          <RowNote>{businessName}</RowNote>
        </>
      ),
    },
    {
      key: "merchant",
      header: "Merchant",
      priority: 2,
      cell: ({ businessName, merchantId }) => (
        <Link href={`${at}/merchants/${merchantId}`} prefetch={false} className="underline-offset-4 hover:underline">
          {businessName}
        </Link>
      ),
    },
    {
      key: "match",
      header: "Matching",
      cell: ({ matchStatus, openBreaks }) => (
        <span className="flex flex-wrap items-center gap-2">
          <MatchStatusBadge status={matchStatus} />
          {openBreaks > 0 && `${openBreaks} open ${openBreaks === 1 ? "break" : "breaks"}`}
        </span>
      ),
    },
    {
      key: "deductions",
      header: "Deductions",
      align: "end",
      priority: 2,
      cell: ({ totalDeductions }) => <Amount kobo={totalDeductions} />,
    },
    {
      key: "found",
      header: "Found",
      align: "end",
      priority: 2,
      cell: ({ matchedAmount }) => <Amount kobo={matchedAmount} />,
    },
    { key: "net", header: "Net", align: "end", priority: 3, cell: ({ netAmount }) => <Money kobo={netAmount} /> },
    {
      key: "transferred",
      header: "Transferred",
      priority: 3,
      cell: ({ transferredAt }) => (transferredAt ? <Moment at={transferredAt} /> : "Not yet"),
    },
  ];
  return (
    <DataTable
      caption="Settlements"
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `${at}/settlements/${id}`}
      empty={
        filtered ? (
          <NoneFits what="settlements" />
        ) : (
          <EmptyState title="No settlements yet" action={{ href: `${at}/getting-started`, label: "Getting started" }}>
            A settlement appears here as soon as your backend reports it with settlement.created.
          </EmptyState>
        )
      }
    />
  );
}

function Amount({ kobo }: { kobo: Kobo | null }) {
  return kobo === null ? "–" : <Money kobo={kobo} />;
}
