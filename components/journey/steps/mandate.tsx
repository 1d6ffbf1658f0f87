"use client";

import { useJourney } from "@/components/journey/context";
import { AtBank, BankLink, Confirming } from "@/components/journey/money/bank-link";
import { EndedOfferStep } from "@/components/journey/money/ended-offer";
import { LoanStep } from "@/components/journey/money/loan-step";
import { NothingHere } from "@/components/journey/money/nothing-here";
import { PaperMandate } from "@/components/journey/money/paper-mandate";
import { AnotherAccount } from "@/components/journey/money/payout-trouble";
import { NotRead } from "@/components/journey/money/reading-states";
import { useMandateLink } from "@/components/journey/money/use-mandate-link";
import { Working } from "@/components/journey/money/working";
import { StepFrame } from "@/components/kyc/step-frame";
import { accountText } from "@/components/loan/loan-text";
import { troubleOf } from "@/components/loan/outcomes";
import { Button } from "@/components/ui/button";
import { momentText } from "@/components/ui/date-text";
import { Notice } from "@/components/ui/notice";
import { Card } from "@/components/ui/touch-card";
import { nairaText } from "@/lib/kernel/money";
import type { JourneyLoan } from "@/lib/surfaces/journey/schema";
import { debitAfterDays, noticeDays } from "@/lib/terms/payments/constants";

export default function Mandate() {
  const { go } = useJourney();
  return (
    <LoanStep
      stages={["mandate"]}
      title="Agree to repayments at your bank"
      blocks={["card", "facts"]}
      nothing={{ title: "There is nothing to agree to now", lead: "Your application continues elsewhere." }}
    >
      {(loan) => {
        if (loan.status === "CANCELLED") return <EndedOfferStep loan={loan} />;
        if (loan.stage === "mandate") return <Agree key={loan.loanId} loan={loan} />;
        if (troubleOf(loan)) return <AnotherAccount loan={loan} />;
        if (loan.stage === "payout-account" || loan.stage === "offer") {
          return <NothingHere title="Your bank account comes first" lead="Then your bank can ask you to agree." />;
        }
        return (
          <StepFrame key={loan.loanId} title="Your bank has your agreement" lead="There is nothing left for you to do.">
            <div>
              <Button onClick={() => go("done", loan.loanId)}>See your loan</Button>
            </div>
          </StepFrame>
        );
      }}
    </LoanStep>
  );
}

function Agree({ loan }: { loan: JourneyLoan }) {
  const { session, go } = useJourney();
  const { payoutAccount, lender, terms } = loan;
  const { name } = session.marketplace;
  const account = payoutAccount ? `your account at ${accountText(payoutAccount)}` : "your account";
  return (
    <StepFrame
      title={`Agree to repayments ${loan.paperMandate ? "on paper" : "at your bank"}`}
      lead={`This is the last thing before the money is sent. ${howToAgree(loan, session.environment)}`}
    >
      <Card title="What you allow">
        <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-stone-600 dark:marker:text-stone-400">
          <li>
            {lender.name} may take what is overdue from {account}. That happens only when it is more than{" "}
            {debitAfterDays} days late, and you are told {noticeDays} days before.
          </li>
          <li>You can also pay from it yourself on {name}, whenever you like.</li>
          <li>Never more than you still owe, and never more than {nairaText(terms.totalRepayment)} altogether.</li>
          <li>It is for this loan only, and you can end it at your bank.</li>
        </ul>
        {loan.mandateDeclinedAt === null && (
          <div>
            <Button look="quiet" onClick={() => go("payout-account", loan.loanId)}>
              Use another account
            </Button>
          </div>
        )}
      </Card>
      <AtTheBank loan={loan} />
    </StepFrame>
  );
}

function howToAgree({ paperMandate }: JourneyLoan, environment: "test" | "live"): string {
  if (paperMandate) return "You sign a form, and your bank confirms it, which can take some days.";
  if (environment === "live") return "You agree at your bank, and your bank confirms it, which can take some days.";
  return "It takes a minute, on your bank’s own page.";
}

function AtTheBank({ loan }: { loan: JourneyLoan }) {
  const { go } = useJourney();
  const { answer, declined, opened, open, again } = useMandateLink(loan);
  if (answer && "refused" in answer) return <NotRead refused={answer.refused} again={again} />;
  if (answer?.body.status === "ACTIVE") {
    return (
      <Working>
        <p className="font-medium">Your bank has agreed.</p>
        <p>The money is being sent. This page goes on by itself.</p>
      </Working>
    );
  }
  if (answer?.body.onPaper) {
    return (
      <Card title="The form">
        <PaperMandate loan={loan} />
        <p>You owe nothing until the money has arrived.</p>
      </Card>
    );
  }
  if (answer && answer.body.url === null) {
    return (
      <Notice look="plain" title="No bank is connected yet">
        <p>
          You cannot agree online at the moment, so the money cannot be sent. Your offer stays accepted and nothing is
          owed. Come back later, or ask {loan.lender.name}.
        </p>
      </Notice>
    );
  }
  if (loan.mandateAgreedAt !== null) return <Confirming lastFour={loan.payoutAccount?.lastFour} />;
  const url = answer?.body.url ?? null;
  const label = declined ? "Try again at your bank" : "Agree at your bank";
  return (
    <div className="flex flex-col gap-4">
      {/* Always there, so that screen readers announce the change; the margin hides its gap until then. */}
      <div role="status" className={declined ? "" : "-mt-4"}>
        {declined && <Declined loan={loan} />}
      </div>
      {url === null ? <Button busy>{label}</Button> : <BankLink url={url} label={label} onFollow={open} />}
      {declined && (
        <Button look="secondary" onClick={() => go("payout-account", loan.loanId)}>
          Use another account
        </Button>
      )}
      {opened ? (
        <AtBank />
      ) : (
        <p className="text-sm text-stone-700 dark:text-stone-300">
          Your bank’s page opens in a new tab. Come back here afterwards: this page notices by itself.
        </p>
      )}
    </div>
  );
}

function Declined({ loan }: { loan: JourneyLoan }) {
  return (
    <Notice look="warning" title="You declined at your bank">
      <p>
        So no money is sent, and you owe nothing. If that was a mistake, try again, or use another account. If you do
        not want the loan any more, do nothing: the offer ends on {momentText(loan.offerExpiresAt)}.
      </p>
    </Notice>
  );
}
