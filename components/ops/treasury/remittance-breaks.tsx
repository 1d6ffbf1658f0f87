import type { ComponentProps } from "react";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { RowNote } from "@/components/ui/row-note";
import type { listUnknownReceipts } from "@/lib/surfaces/console/treasury/remittances";
import { remittanceBreakNames } from "@/lib/terms/console/treasury-words";
import { CloseRemittanceBreak } from "./remittance-acts";

type Row = Awaited<ReturnType<typeof listUnknownReceipts>>[number];
type Props = { breaks: readonly Row[]; close: ComponentProps<typeof CloseRemittanceBreak>["send"] | null };

/** What did not come as it should, and is closed once somebody has found out why. */
export function RemittanceBreaks({ breaks, close }: Props) {
  const columns: Column<Row>[] = [
    {
      key: "what",
      header: "What",
      cell: ({ type, subject, lender }) => (
        <>
          {remittanceBreakNames[type]}
          <RowNote>
            {lender}, {subject}
          </RowNote>
        </>
      ),
    },
    {
      key: "expected",
      header: "Expected",
      align: "end",
      priority: 2,
      cell: ({ expected }) => <Money kobo={expected} />,
    },
    { key: "actual", header: "Came", align: "end", cell: ({ actual }) => <Money kobo={actual} /> },
    { key: "since", header: "Found", priority: 3, cell: ({ detectedAt }) => <Moment at={detectedAt} /> },
    {
      key: "close",
      header: <span className="sr-only">Close</span>,
      cell: ({ id }) => close && <CloseRemittanceBreak breakId={id} send={close} />,
    },
  ];
  return (
    <DataTable
      caption="Open breaks"
      columns={columns}
      rows={breaks}
      keyOf={({ id }) => id}
      empty={<p className="text-sm text-muted">None is open.</p>}
    />
  );
}
