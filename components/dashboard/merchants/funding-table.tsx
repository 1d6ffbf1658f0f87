import Link from "next/link";
import type { ReactNode } from "react";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { RowNote } from "@/components/ui/row-note";
import type { Kobo } from "@/lib/kernel/money";
import type { FailureReason, FundingStatus } from "@/lib/terms/funding/constants";
import { FundingBadge } from "./merchant-words";

type Row = {
  id: string;
  merchantId: string;
  businessName: string;
  status: FundingStatus;
  failureReason: FailureReason | null;
  amountRequested: Kobo;
  tenorDays: number;
  purpose: string;
  createdAt: Date;
};

type Props = {
  environment: string;
  rows: readonly Row[];
  /** Of one merchant: nobody needs its name in every row. */
  ofOne?: boolean;
  empty: ReactNode;
};

/** Funding requests, each leading to its page. */
export function FundingTable({ environment, rows, ofOne = false, empty }: Props) {
  const at = `/dashboard/${environment}`;
  const merchant: Column<Row> = {
    key: "merchant",
    header: "Merchant",
    priority: 2,
    cell: ({ businessName, merchantId }) => (
      <Link
        href={`${at}/merchants/${merchantId}`}
        prefetch={false}
        className="wrap-break-word underline-offset-4 hover:underline"
      >
        {businessName}
      </Link>
    ),
  };
  const columns: Column<Row>[] = [
    {
      key: "asked",
      header: "Asked for",
      cell: ({ amountRequested, businessName }) => (
        <>
          <Money kobo={amountRequested} />
          {!ofOne && <RowNote>{businessName}</RowNote>}
        </>
      ),
    },
    {
      key: "tenor",
      header: "For",
      priority: 2,
      cell: ({ tenorDays }) => <span className="whitespace-nowrap">{tenorDays} days</span>,
    },
    {
      key: "state",
      header: "State",
      cell: ({ status, failureReason }) => <FundingBadge status={status} reason={failureReason} />,
    },
    ...(ofOne ? [] : [merchant]),
    { key: "purpose", header: "Purpose", priority: 3, cell: ({ purpose }) => purpose },
    { key: "at", header: "Asked on", align: "end", priority: 2, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  ];
  return (
    <DataTable
      caption="Funding requests"
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `${at}/funding-requests/${id}`}
      empty={empty}
    />
  );
}
