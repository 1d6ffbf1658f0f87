"use client";

import { useJourney } from "@/components/journey/context";
import { Working } from "@/components/journey/money/working";
import { PayCard } from "@/components/journey/pay/pay-card";
import { PaymentNews } from "@/components/journey/pay/payment-news";
import { Lateness, RefundTakenBack } from "@/components/loan/arrears";
import { CollectionCard } from "@/components/loan/collection-card";
import { dueDateOf } from "@/components/loan/due-text";
import { EndedOffer } from "@/components/loan/ended-offer";
import { ForecastRange } from "@/components/loan/forecast-range";
import { LoanFactsCard, NextInstalmentCard, RepaidLoanCard, WrittenOffLoanCard } from "@/components/loan/loan-cards";
import { accountText, percentText } from "@/components/loan/loan-text";
import { RefundCard } from "@/components/loan/refund-card";
import { RepaymentBar } from "@/components/loan/repayment-bar";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/touch-card";
import { nairaText } from "@/lib/kernel/money";
import type { JourneyLoan } from "@/lib/surfaces/journey/schema";
import { heldPayoutDays } from "@/lib/terms/payouts";
import { MailSwitch } from "./mail-switch";
import { TermsProposal } from "./terms-proposal";

/** The money is being sent, or waits until its account has been checked. */
export function PayingOut({ loan }: { loan: JourneyLoan }) {
  const { payoutAccount, terms, deduction, payoutHeld, payoutDelayed, lender } = loan;
  const { session } = useJourney();
  const account = payoutAccount ? ` at ${accountText(payoutAccount)}` : "";
  if (payoutHeld) return <Held loan={loan} />;
  return (
    <>
      <Card>
        <Working>
          <p className="font-medium tabular-nums">
            {nairaText(terms.principalAmount)} {payoutDelayed ? "waits to be sent" : "is being sent"} to your account
            {account}.
          </p>
          <p>
            {payoutDelayed
              ? `There is nothing for you to do: it is sent by itself once ${lender.name} has seen to it. You need not stay on this page, and you owe nothing until the money has arrived.`
              : "This usually takes minutes. This page says when it has arrived."}
          </p>
        </Working>
      </Card>
      <Card title="What happens next">
        <p>
          From the day the money is there, {session.marketplace.name} takes {percentText(deduction.percentage)} of each
          of your sales until {nairaText(terms.totalRepayment)} is paid back. You can follow every sale here.
        </p>
      </Card>
    </>
  );
}

/** Nobody whose name is known here has the account, or the lender's money did not go there at the first try. */
function Held({ loan }: { loan: JourneyLoan }) {
  const { payoutAccount, terms } = loan;
  const { session } = useJourney();
  const own = payoutAccount?.nameMatches === true;
  const unnamed = payoutAccount?.accountName === null;
  return (
    <>
      <Card>
        <Working>
          <p className="font-medium tabular-nums">{nairaText(terms.principalAmount)} waits until that is done.</p>
          <p>It is usually soon, and takes {heldPayoutDays} days at most. You need not stay on this page.</p>
        </Working>
      </Card>
      <Card title="Why we check">
        <p className="wrap-anywhere">
          {unnamed
            ? `${payoutAccount ? `We are finding out whose the account at ${accountText(payoutAccount)}, is.` : "We are finding out whose account it is."} Money only goes to accounts whose holder is known.`
            : own
              ? "The money could not be sent, and not because of your account. Somebody looks at it before it is sent again."
              : `${payoutAccount ? `The bank says that the account at ${accountText(payoutAccount)}, belongs to ${payoutAccount.accountName}. ` : ""}That is neither ${session.merchant.businessName} nor one of its directors, so we make sure before any money goes there.`}
        </p>
      </Card>
      <Card title="What happens next">
        <p>
          {own ? "The money is sent, or we" : "If the account is yours, the money is sent. If it is not, we"} say so
          here and you can give another account. If we have done neither after {heldPayoutDays} days, the loan is
          cancelled, and you can ask for another. You owe nothing until the money has arrived.
        </p>
      </Card>
    </>
  );
}

export function Running({ loan }: { loan: JourneyLoan }) {
  const { session, pays } = useJourney();
  const { dueDate, forecast, pause } = loan;
  const first = pays === loan.loanId;
  const today = session.now.slice(0, 10);
  const due = dueDateOf(dueDate, today, pause?.since ?? null);
  return (
    <>
      <PaymentNews loan={loan} />
      <Lateness loan={loan} marketplace={session.marketplace.name} payAt="below" />
      {first && <PayCard loan={loan} />}
      <OwedToMerchant loan={loan} />
      <RefundTakenBack loan={loan} />
      <TermsProposal loan={loan} />
      <Card title="Paid back so far">
        <RepaymentBar loan={loan} />
      </Card>
      <NextInstalmentCard loan={loan} today={today} marketplace={session.marketplace.name} />
      {!first && <PayCard loan={loan} />}
      <CollectionCard loan={loan} marketplace={session.marketplace.name} />
      <Card title="When your sales pay it back">
        <ForecastRange today={today} dueDate={dueDate} due={due} paused={pause !== null} range={forecast} />
      </Card>
      <LoanFactsCard loan={loan} today={today} />
      <MailSwitch />
    </>
  );
}

export function Ended({ loan }: { loan: JourneyLoan }) {
  if (loan.status === "CANCELLED") {
    return (
      <>
        <OwedToMerchant loan={loan} />
        <EndedOffer loan={loan} />
        <AskAgain />
      </>
    );
  }
  if (loan.status === "WRITTEN_OFF") return <WrittenOff loan={loan} />;
  return (
    <>
      <RepaidLoanCard loan={loan} />
      <OwedToMerchant loan={loan} />
      <RefundTakenBack loan={loan} />
      <AskAgain />
    </>
  );
}

/** A loan that was written off can be paid like one that runs, until the loss is made good. */
function WrittenOff({ loan }: { loan: JourneyLoan }) {
  const { session } = useJourney();
  return (
    <>
      <PaymentNews loan={loan} />
      <WrittenOffLoanCard loan={loan} marketplace={session.marketplace.name} payAt="below" />
      {loan.writtenOff > 0 && <PayCard loan={loan} />}
      <OwedToMerchant loan={loan} />
      <RefundTakenBack loan={loan} />
      {loan.writtenOff === 0 && <AskAgain />}
    </>
  );
}

export function OwedToMerchant({ loan }: { loan: JourneyLoan }) {
  const { call, refresh } = useJourney();
  return (
    <RefundCard
      loan={loan}
      give={async (account) => {
        const answer = await call<JourneyLoan>("PUT", `loans/${loan.loanId}/payout-account`, account);
        if ("refused" in answer) return answer;
        await refresh();
        return { done: true };
      }}
    />
  );
}

function AskAgain() {
  const { session, go } = useJourney();
  if (!session.open.includes("funding")) return null;
  return <Button onClick={() => go("funding")}>Ask for funding again</Button>;
}
