import { Day } from "@/components/staff/day";
import { LabelBadge } from "@/components/staff/label-badge";
import { Card } from "@/components/ui/card";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Facts } from "@/components/ui/facts";
import { Money } from "@/components/ui/money";
import { StatusBadge } from "@/components/ui/status-badge";
import { toKobo } from "@/lib/kernel/money";
import type { RemittanceAnswer } from "@/lib/lending/remittances/schema";
import { remittanceLabels } from "@/lib/terms/dashboard/labels";

/** What is owed to one lender. */
export function RemittanceCard({ remittance, live }: { remittance: RemittanceAnswer; live: boolean }) {
  const { lender, account, reference, reported, received, unremitted, late, since, limit, days } = remittance;
  const toPay = account
    ? `${account.accountNumber}, ${account.bankName}, ${account.holder}`
    : live
      ? "The lender has not named one yet: ask us before you pay"
      : "None: in test everything counts as received at once";
  return (
    <Card
      title={lender.name}
      aside={
        unremitted > limit ? (
          <StatusBadge tone="bad">No offers or payouts until you remit</StatusBadge>
        ) : late > 0 ? (
          <StatusBadge tone="warning">Late</StatusBadge>
        ) : null
      }
    >
      <Facts
        items={[
          ["Send it to", toPay],
          ["Reference", <code key="">{reference.toUpperCase()}</code>],
          ["You owe", <Naira key="" amount={unremitted} />],
          ["Of it late", late > 0 ? <Naira key="" amount={late} /> : null],
          ["The oldest is due", since && <Day key="" date={since} />],
          ["Stops at", live ? <Naira key="" amount={limit} /> : null],
          ["Reported in all", <Naira key="" amount={reported} />],
          ["Received in all", <Naira key="" amount={received} />],
        ]}
      />
      <DataTable
        caption={`Days on which it was due to ${lender.name}`}
        columns={columns}
        rows={days}
        keyOf={({ dueOn }) => dueOn}
        empty={null}
      />
    </Card>
  );
}

const columns: Column<RemittanceAnswer["days"][number]>[] = [
  {
    key: "dueOn",
    header: "Due",
    cell: ({ dueOn, state }) => (
      <span className="flex flex-col items-start gap-1 sm:flex-row sm:gap-4">
        <Day date={dueOn} />
        <LabelBadge of={remittanceLabels[state]} />
      </span>
    ),
  },
  { key: "amount", header: "Deducted", align: "end", cell: ({ amount }) => <Naira amount={amount} /> },
  { key: "received", header: "Received", align: "end", cell: ({ received }) => <Naira amount={received} /> },
];

function Naira({ amount }: { amount: number }) {
  return <Money kobo={toKobo(amount)} />;
}
