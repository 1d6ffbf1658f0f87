import type { ComponentProps } from "react";
import { LabelBadge } from "@/components/staff/label-badge";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { RowNote } from "@/components/ui/row-note";
import type { LoanMoney } from "@/lib/surfaces/console/treasury/loan-money";
import { bankNameOf } from "@/lib/terms/bank-names";
import { orderLabels, orderNames, payoutWaitLabels } from "@/lib/terms/console/treasury-words";
import { CloseOrder } from "./loan-acts";

type Order = LoanMoney["orders"][number];
type Props = {
  on: ComponentProps<typeof CloseOrder>["on"];
  orders: readonly Order[];
  close: ComponentProps<typeof CloseOrder>["send"] | null;
};

/** A loan's payouts, refunds and payments, and how those are closed that their provider has not ended. */
export function LoanOrders({ on, orders, close }: Props) {
  const columns: Column<Order>[] = [
    {
      key: "order",
      header: "Order",
      cell: ({ reference, what, because, end }) => (
        <>
          {orderNames[what]} {reference && <code className="wrap-anywhere text-xs font-normal">{reference}</code>}
          {(because ?? end) && (
            <span className="wrap-anywhere block text-xs font-normal text-muted">{because ?? end}</span>
          )}
        </>
      ),
    },
    { key: "amount", header: "Amount", align: "end", cell: ({ amount }) => <Money kobo={amount} /> },
    {
      key: "state",
      header: "State",
      cell: ({ state, waitsFor }) => (
        <>
          <LabelBadge of={orderLabels[state]} />
          {state === "PENDING" && waitsFor && <RowNote>Waits for: {payoutWaitLabels[waitsFor].label}</RowNote>}
        </>
      ),
    },
    {
      key: "account",
      header: "Account",
      priority: 3,
      cell: ({ bankCode, lastFour }) => (bankCode === null ? "–" : `${bankNameOf(bankCode)} …${lastFour}`),
    },
    { key: "at", header: "Ordered", priority: 2, cell: ({ at }) => <Moment at={at} /> },
    {
      key: "close",
      header: <span className="sr-only">Close</span>,
      cell: ({ reference, isClosable, bankCode }) =>
        close &&
        isClosable &&
        reference && <CloseOrder on={on} order={reference} isDebit={bankCode === null} send={close} />,
    },
  ];
  return (
    <DataTable
      caption="Orders"
      columns={columns}
      rows={orders}
      keyOf={({ id }) => id}
      empty={<p className="text-sm text-muted">Nothing was ordered for it yet.</p>}
    />
  );
}
