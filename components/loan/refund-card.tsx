"use client";

import type { Outcome } from "@/components/forms/outcome";
import { SchemaForm } from "@/components/forms/schema-form";
import { Card, Facts } from "@/components/ui/touch-card";
import { nairaText } from "@/lib/kernel/money";
import { payoutAccountBody } from "@/lib/lending/transfers/payouts/schema";
import type { JourneyLoan } from "@/lib/surfaces/journey/schema";
import { AccountNumberField } from "./account-number-field";
import { BankField } from "./bank-field";
import { accountText, bankWording } from "./loan-text";

type Account = { bankCode: string; accountNumber: string };
type Props = { loan: Pick<JourneyLoan, "refund">; give: (account: Account) => Promise<Outcome> };

export function RefundCard({ loan: { refund }, give }: Props) {
  if (!refund) return null;
  const { amount, state, account } = refund;
  const asked = state === "ACCOUNT_NEEDED" || state === "ACCOUNT_CHECKED";
  return (
    <Card title={`${nairaText(amount)} is owed to you`}>
      <p>That is how much was taken beyond what you owed.</p>
      {account && (
        <Facts
          rows={[
            ["It goes to", accountText(account)],
            ["The bank says it belongs to", account.accountName ?? "We are finding that out"],
          ]}
        />
      )}
      <p role={state === "ACCOUNT_CHECKED" ? "status" : undefined}>
        {account?.accountName === null ? unnamed : next[state]}
      </p>
      {asked && (
        <SchemaForm
          // After one was given, the boxes are for another.
          key={account?.lastFour}
          schema={payoutAccountBody}
          values={{ bankCode: "", accountNumber: "" }}
          send={give}
          wording={bankWording}
          button={account ? "Give another account" : "Give this account"}
        >
          {(form) => (
            <>
              <BankField form={form} />
              <AccountNumberField form={form} />
            </>
          )}
        </SchemaForm>
      )}
    </Card>
  );
}

const unnamed =
  "Nobody could be asked whose account this is, so somebody looks before we send anything. You can also give another account.";

const next: Record<NonNullable<JourneyLoan["refund"]>["state"], string> = {
  ACCOUNT_NEEDED:
    "Say which bank account of your business or of one of its directors it goes to. We ask the bank whose account it is before we send anything.",
  ACCOUNT_CHECKED:
    "That is neither your business nor one of its directors, so we check that the account is yours before we send anything. You can also give another account.",
  WAITING:
    "We send it once we have made sure that nothing of it is being given back already. You need not do anything.",
  UNDER_WAY: "The bank has been told to send it.",
};
