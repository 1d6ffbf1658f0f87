import type { ComponentProps } from "react";
import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { ReasonDialog } from "@/components/ops/reason-dialog";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import type { LoanMoney } from "@/lib/surfaces/console/treasury/loan-money";

type Props = {
  loanId: string;
  held: NonNullable<LoanMoney["held"]>;
  until: Date | null;
  pay: boolean;
  release: (held: { loanId: string; payoutId: string; digest: string }) => Promise<unknown>;
  refuse: ComponentProps<typeof ReasonDialog>["act"];
};

/** The account's name beside the names that would be the merchant's own, and the decision. */
export function HeldCard({ loanId, held, until, pay, release, refuse }: Props) {
  const { payoutId, digest, accountName, knownNames, because } = held;
  const shown = { loanId, payoutId, digest };
  return (
    <Card title="Its payout is held">
      <div className="grid gap-3 sm:grid-cols-2">
        <Names title="Account of" names={[accountName ?? "Nobody knows yet"]} />
        <Names title="Known names" names={knownNames} />
      </div>
      <Facts
        items={[
          ["Amount", <Money key="" kobo={held.amount} />],
          ["Account", `${held.bank} …${held.lastFour}`],
          ["Held because", because ?? "Its holder is neither the business nor one of its directors"],
          ["Held since", <Moment key="" at={held.heldSince} />],
          ["The loan ends", until && <Moment key="" at={until} />],
        ]}
      />
      {pay && (
        <div className="flex flex-wrap gap-2">
          {accountName !== null && (
            <ConfirmDialog
              trigger="Release"
              look="primary"
              title="Release this payout"
              body={`The money goes to the account of ${accountName}, if the loan would still be lent today.`}
              confirm="Release the payout"
              act={release.bind(null, shown)}
              said="Released. The bank is asked to pay."
            />
          )}
          <ReasonDialog
            trigger="Refuse"
            look="danger"
            title="Refuse this payout"
            label="Why"
            hint="The merchant reads this."
            button="Refuse the payout"
            about={shown}
            act={refuse}
            said="Refused. The merchant is asked for another account."
          />
        </div>
      )}
    </Card>
  );
}

function Names({ title, names }: { title: string; names: readonly string[] }) {
  return (
    <div className="rounded-lg border border-line bg-sunken p-3">
      <h3 className="text-xs font-medium text-muted">{title}</h3>
      <ul>
        {names.map((name) => (
          <li key={name} className="wrap-anywhere font-semibold">
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}
