import type { ReactNode } from "react";
import { LabelBadge } from "@/components/staff/label-badge";
import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import type { LenderAccountAnswer } from "@/lib/parties/lenders/accounts/schema";
import type { Labels } from "@/lib/terms/label";

const states: Labels<LenderAccountAnswer["state"]> = {
  PROPOSED: { label: "Proposed", tone: "busy" },
  ACTIVE: { label: "In use", tone: "good" },
  RETIRED: { label: "Ended", tone: "neutral" },
};

type Props = {
  accounts: readonly LenderAccountAnswer[];
  add: ReactNode;
  actionsOf: (account: LenderAccountAnswer) => ReactNode;
};

/** A lender's own accounts, with their whole numbers: whoever decides about one, or pays there, compares them. */
export function AccountsTable({ accounts, add, actionsOf }: Props) {
  return (
    <Card title="Accounts" aside={add}>
      <DataTable
        caption="Accounts"
        rows={accounts}
        keyOf={({ id }) => id}
        empty={<p className="text-sm text-muted">None. A lender that pays by hand, or is remitted to, needs one.</p>}
        columns={[
          {
            key: "account",
            header: "Account",
            cell: ({ bankName, accountNumber, holder }) => (
              <>
                {bankName} <span className="tabular-nums">{accountNumber}</span>
                <span className="block text-xs font-normal text-muted">{holder}</span>
              </>
            ),
          },
          { key: "state", header: "State", cell: ({ state }) => <LabelBadge of={states[state]} /> },
          { key: "collects", header: "Remitted to", priority: 2, cell: ({ collects }) => (collects ? "Yes" : "No") },
          { key: "actions", header: <span className="sr-only">Actions</span>, align: "end", cell: actionsOf },
        ]}
      />
    </Card>
  );
}
