import { debitFailureTexts, entryKindLabels } from "@/components/loan/loan-text";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { RowNote } from "@/components/ui/row-note";
import { fromKobo, nairaText } from "@/lib/kernel/money";
import type { HeldMovement } from "@/lib/surfaces/account/loans/schema";
import { type Shop, ShopName } from "./shop-name";

type Row = HeldMovement & { shop: Shop };

export function MovementTable({ rows, filtered }: { rows: readonly Row[]; filtered: boolean }) {
  const columns: Column<Row>[] = [
    {
      key: "what",
      header: "What",
      cell: (row) => (
        <>
          {whatText(row)}
          <RowNote>
            <Moment at={row.at} />
          </RowNote>
          {noteOf(row) && <span className="wrap-anywhere block text-sm font-normal text-muted">{noteOf(row)}</span>}
        </>
      ),
    },
    {
      key: "amount",
      header: "Amount",
      align: "end",
      cell: (row) => (
        <span className={movedNothing(row) ? "line-through" : ""}>
          <Money kobo={row.amount} />
        </span>
      ),
    },
    { key: "when", header: "When", priority: 2, cell: ({ at }) => <Moment at={at} /> },
    { key: "shop", header: "Shop", priority: 3, cell: ({ shop }) => <ShopName shop={shop} /> },
    { key: "loan", header: "Loan", priority: 3, cell: ({ loanReference }) => loanReference },
  ];
  return (
    <DataTable
      caption="Payments"
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      hrefOf={({ loanId }) => `/account/loans/${loanId}`}
      empty={
        filtered ? (
          <EmptyState title="No payments found">Change or clear the filters to see more.</EmptyState>
        ) : (
          <EmptyState title="Nothing yet" action={{ href: "/account/loans", label: "See your loans" }}>
            Deductions from your sales and payments from your account appear here.
          </EmptyState>
        )
      }
    />
  );
}

function movedNothing({ kind, status, amount, reversed }: HeldMovement): boolean {
  return (
    (kind === "PAYMENT" && (status === "FAILED" || status === "REVERSED")) ||
    (kind === "DEDUCTION" && reversed >= amount)
  );
}

function whatText({ kind, status, source }: HeldMovement): string {
  if (kind !== "PAYMENT") return entryKindLabels[kind];
  if (status === "ANNOUNCED") return "Will be debited from your account";
  if (status === "PENDING") return "Waiting for your bank";
  if (status === "FAILED") return "Your bank did not pay";
  if (status === "REVERSED") return "Your bank took it back";
  return source === "MANDATE" ? "Debited from your account" : entryKindLabels[kind];
}

/** The order of a deduction, what a reversal takes back, why a payment failed. */
function noteOf({ kind, orderId, reverses, reversed, failure, reference }: HeldMovement): string | null {
  if (kind === "PAYMENT" && failure) return debitFailureTexts[failure];
  if (kind === "REVERSAL") return `Reverses deduction ${reverses}`;
  if (kind !== "DEDUCTION") return null;
  const order = orderId === null ? reference : `Order ${orderId}`;
  return reversed > 0 ? `${order}, ${nairaText(fromKobo(reversed))} reversed later` : order;
}
