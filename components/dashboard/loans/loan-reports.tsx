import Link from "next/link";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { RowNote } from "@/components/ui/row-note";
import { StatusBadge, type Tone } from "@/components/ui/status-badge";
import type { ReportRow } from "@/lib/surfaces/dashboard/loan-money";
import type { RepaymentEffect } from "@/lib/terms/ledger/constants";

const kinds = {
  "repayment.deducted": "Deduction",
  "repayment.reversed": "Reversal",
  "repayment.failed": "Failed attempt",
};

const effects: Record<RepaymentEffect, { words: string; tone: Tone }> = {
  APPLIED: { words: "Booked", tone: "good" },
  LIABILITY: { words: "Owed to the merchant", tone: "warning" },
  HELD: { words: "Waits for its deduction", tone: "warning" },
  EXCESS: { words: "Too much, not booked", tone: "bad" },
  DUPLICATE: { words: "Reported before", tone: "neutral" },
  NONE: { words: "Nothing to book", tone: "neutral" },
};

const kindOf = ({ type, originalReference }: ReportRow) =>
  originalReference ? `Reversal of ${originalReference}` : kinds[type];

export function ReportTable({ at, rows, of }: { at: string; rows: readonly ReportRow[]; of: "loan" | "settlement" }) {
  const columns: Column<ReportRow>[] = [
    {
      key: "reference",
      header: "Reference",
      cell: (row) => (
        <>
          <span className="wrap-anywhere">{row.reference}</span>
          <RowNote>
            {kindOf(row)}
            {row.effect !== "APPLIED" && `: ${effects[row.effect].words.toLowerCase()}`}
          </RowNote>
          <RowNote>
            <Moment at={row.occurredAt} />
          </RowNote>
        </>
      ),
    },
    { key: "kind", header: "What", priority: 2, cell: kindOf },
    { key: "amount", header: "Amount", align: "end", cell: ({ amount }) => <Money kobo={amount} /> },
    { key: "at", header: "Taken", priority: 2, cell: ({ occurredAt }) => <Moment at={occurredAt} /> },
    { key: "told", header: "Reported", priority: 3, cell: ({ receivedAt }) => <Moment at={receivedAt} /> },
    { key: "order", header: "Order", priority: 3, cell: ({ orderId }) => orderId ?? "–" },
    {
      key: "effect",
      header: "Effect",
      priority: 2,
      cell: ({ effect }) => <StatusBadge tone={effects[effect].tone}>{effects[effect].words}</StatusBadge>,
    },
    of === "loan"
      ? {
          key: "settlement",
          header: "Settlement",
          priority: 2,
          cell: ({ settlementId, settlementReference }) =>
            settlementId ? (
              <To href={`${at}/settlements/${settlementId}`}>{settlementReference ?? settlementId}</To>
            ) : (
              "Not yet"
            ),
        }
      : {
          key: "loan",
          header: "Loan",
          priority: 2,
          cell: ({ loanId }) => (
            <span className="whitespace-nowrap">
              <To href={`${at}/loans/${loanId}`}>See the loan</To>
            </span>
          ),
        },
  ];
  return (
    <DataTable
      caption="Reports"
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      empty={
        of === "loan" ? (
          <EmptyState title="Nothing reported yet">
            Deductions appear here as soon as your backend reports them with repayment.deducted.
          </EmptyState>
        ) : (
          <EmptyState title="No deductions found">
            None of the deductions reported so far belongs to this settlement. It is matched again with every report.
          </EmptyState>
        )
      }
    />
  );
}

function To({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} prefetch={false} className="wrap-anywhere underline-offset-4 hover:underline">
      {children}
    </Link>
  );
}
