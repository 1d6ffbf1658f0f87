import Link from "next/link";
import type { ReactNode } from "react";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { RowNote } from "@/components/ui/row-note";
import type { Kobo } from "@/lib/kernel/money";
import type { BreakType, breakStatuses } from "@/lib/terms/breaks";
import { BreakStatusBadge, breakTypeWords } from "./break-words";

type Row = {
  id: string;
  type: BreakType;
  status: (typeof breakStatuses)[number];
  merchantId: string;
  businessName: string;
  loanId: string | null;
  loanReference: string | null;
  settlementId: string | null;
  settlementReference: string | null;
  expected: Kobo | null;
  actual: Kobo | null;
  detectedAt: Date;
};

/** Breaks, each leading to its page. */
export function BreakTable({
  environment,
  rows,
  empty,
}: {
  environment: string;
  rows: readonly Row[];
  empty: ReactNode;
}) {
  const at = `/dashboard/${environment}`;
  const columns: Column<Row>[] = [
    {
      key: "type",
      header: "What is wrong",
      cell: ({ type, businessName }) => (
        <>
          <span className="@4xl:whitespace-nowrap">{breakTypeWords[type]}</span>
          <RowNote>{businessName}</RowNote>
        </>
      ),
    },
    { key: "status", header: "State", cell: ({ status }) => <BreakStatusBadge status={status} /> },
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
    { key: "about", header: "About", priority: 3, cell: (row) => <About {...row} at={at} /> },
    {
      key: "expected",
      header: "Expected",
      align: "end",
      priority: 2,
      cell: ({ expected }) => <Amount kobo={expected} />,
    },
    { key: "actual", header: "Actual", align: "end", priority: 2, cell: ({ actual }) => <Amount kobo={actual} /> },
    { key: "detected", header: "Found", priority: 3, cell: ({ detectedAt }) => <Moment at={detectedAt} /> },
  ];
  return (
    <DataTable
      caption="Breaks"
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `${at}/breaks/${id}`}
      empty={empty}
    />
  );
}

function About({ at, loanId, loanReference, settlementId, settlementReference }: Row & { at: string }) {
  const [href, words] = loanId
    ? [`${at}/loans/${loanId}`, loanReference ?? loanId]
    : settlementId
      ? [`${at}/settlements/${settlementId}`, `Settlement ${settlementReference}`]
      : [null, ""];
  if (href === null) return "–";
  return (
    <Link href={href} prefetch={false} className="underline-offset-4 hover:underline">
      {words}
    </Link>
  );
}

function Amount({ kobo }: { kobo: Kobo | null }) {
  return kobo === null ? "–" : <Money kobo={kobo} />;
}
