"use client";

import { useState } from "react";
import { SchemaForm } from "@/components/forms/schema-form";
import { useWork } from "@/components/forms/use-work";
import { useJourney } from "@/components/journey/context";
import { EndedOfferStep } from "@/components/journey/money/ended-offer";
import { LoanStep } from "@/components/journey/money/loan-step";
import { NothingHere } from "@/components/journey/money/nothing-here";
import { PayoutTrouble } from "@/components/journey/money/payout-trouble";
import { StepFrame } from "@/components/kyc/step-frame";
import { AccountNumberField } from "@/components/loan/account-number-field";
import { BankField } from "@/components/loan/bank-field";
import { bankWording } from "@/components/loan/loan-text";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Card, Facts } from "@/components/ui/touch-card";
import { nairaText } from "@/lib/kernel/money";
import { type LoanBanks, payoutAccountBody } from "@/lib/lending/transfers/payouts/schema";
import type { JourneyLoan } from "@/lib/surfaces/journey/schema";
import { heldPayoutDays } from "@/lib/terms/payouts";

export default function PayoutAccount() {
  return (
    <LoanStep
      stages={["payout-account", "mandate"]}
      title="Where should the money go?"
      blocks={["card"]}
      nothing={{ title: "No account is needed now", lead: "It is asked for once you have accepted an offer." }}
    >
      {(loan, take) => {
        if (loan.status === "CANCELLED") return <EndedOfferStep loan={loan} />;
        if (loan.stage === "payout-account" || loan.stage === "mandate") return <Account loan={loan} take={take} />;
        const lead = "It can no longer be changed: the money is on its way, or there.";
        return <NothingHere title="Your account is set" lead={lead} />;
      }}
    </LoanStep>
  );
}

function Account({ loan, take }: { loan: JourneyLoan; take: (loan: JourneyLoan) => void }) {
  const [asking, setAsking] = useState(false);
  // Only here, until the page is left: nobody can check a number that he cannot see.
  const [typed, setTyped] = useState<string | null>(null);
  if (!loan.payoutAccount || asking) {
    return (
      <Enter
        loan={loan}
        onSaved={(saved, accountNumber) => {
          take(saved);
          setTyped(accountNumber);
          setAsking(false);
        }}
        onKeep={loan.payoutAccount && (() => setAsking(false))}
      />
    );
  }
  return <Confirm loan={loan} account={loan.payoutAccount} typed={typed} onOther={() => setAsking(true)} />;
}

function Enter(props: {
  loan: JourneyLoan;
  onSaved: (loan: JourneyLoan, accountNumber: string) => void;
  onKeep: (() => void) | null;
}) {
  const { loan, onSaved, onKeep } = props;
  const { call, refresh, session } = useJourney();

  async function readLimits() {
    const answer = await call<LoanBanks>("GET", `loans/${loan.loanId}/banks`);
    return "body" in answer ? answer.body : null;
  }

  async function send(account: { bankCode: string; accountNumber: string }) {
    const answer = await call<JourneyLoan>("PUT", `loans/${loan.loanId}/payout-account`, account);
    if ("refused" in answer) return answer;
    onSaved(answer.body, account.accountNumber);
    void refresh();
    return { done: true } as const;
  }

  return (
    <StepFrame
      key="enter"
      title="Where should the money go?"
      lead={`${nairaText(loan.terms.principalAmount)} goes to a bank account of your business or of one of its directors. We ask the bank whose account it is before anything is paid.`}
    >
      <PayoutTrouble loan={loan} />
      <SchemaForm
        schema={payoutAccountBody}
        values={{ bankCode: "", accountNumber: "" }}
        send={send}
        wording={bankWording}
        button="Check the account"
      >
        {(form) => (
          <>
            <BankField form={form} {...(session.environment === "live" ? { readLimits } : {})} />
            <AccountNumberField form={form} />
          </>
        )}
      </SchemaForm>
      {onKeep && (
        <Button look="quiet" onClick={onKeep}>
          Keep the account ending in {loan.payoutAccount?.lastFour}
        </Button>
      )}
    </StepFrame>
  );
}

function Confirm(props: {
  loan: JourneyLoan;
  account: NonNullable<JourneyLoan["payoutAccount"]>;
  /** The number that was typed in this page; null once it is gone. */
  typed: string | null;
  onOther: () => void;
}) {
  const { loan, account, typed, onOther } = props;
  const { bankName, lastFour, accountName, nameMatches } = account;
  const { session, refresh, go } = useJourney();
  const { busy, run } = useWork();
  const doubtful = accountName !== null && !nameMatches;

  const confirm = () =>
    run(async () => {
      await refresh();
      go("mandate", loan.loanId);
    });

  return (
    <StepFrame key="confirm" title="Is this your account?">
      <Card>
        <Facts
          rows={[
            ["Bank", bankName],
            ["Account number", typed?.endsWith(lastFour) ? typed : <Masked key="number" lastFour={lastFour} />],
            ["The bank says it belongs to", accountName ?? "We are finding that out"],
          ]}
        />
      </Card>
      {accountName === null ? (
        <Notice look="plain" title="We are finding out whose account this is">
          <p>
            Nobody could be asked just now. You can go on: before any money is sent, somebody looks whose account it is.
            Please check that the number is right.
          </p>
        </Notice>
      ) : nameMatches ? (
        <Notice look="good" title="The name matches your business">
          <p>The bank has it in a name that you use here.</p>
        </Notice>
      ) : (
        <Notice look="warning" title="The name does not match your business">
          <p className="wrap-anywhere">
            The bank says this account belongs to {accountName}. That is neither {session.merchant.businessName} nor one
            of its directors. Please check the number again. If you keep this account, we check that it is yours before
            any money is sent: usually soon, and within {heldPayoutDays} days at most.
          </p>
        </Notice>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <Button look={doubtful ? "secondary" : "primary"} busy={busy} onClick={confirm}>
          This is my account
        </Button>
        <Button look={doubtful ? "primary" : "secondary"} onClick={() => !busy && onOther()}>
          Use another account
        </Button>
      </div>
    </StepFrame>
  );
}

function Masked({ lastFour }: { lastFour: string }) {
  return (
    <>
      <span aria-hidden="true">•••••• {lastFour}</span>
      <span className="sr-only">ending in {lastFour.split("").join(" ")}</span>
    </>
  );
}
