"use client";

import { Fragment } from "react";
import { useJourney } from "@/components/journey/context";
import { AgreementCard } from "@/components/journey/loan/agreement-card";
import { Arrival } from "@/components/journey/loan/arrival";
import { Ended, PayingOut, Running } from "@/components/journey/loan/loan-views";
import { OtherLoans } from "@/components/journey/loan/other-loans";
import { StatementCard } from "@/components/journey/loan/statement-card";
import { LoanStep } from "@/components/journey/money/loan-step";
import { AnotherAccount } from "@/components/journey/money/payout-trouble";
import { TurnedDown } from "@/components/journey/money/turned-down";
import { stepOf } from "@/components/journey/money-labels";
import { StepFrame } from "@/components/kyc/step-frame";
import { troubleOf } from "@/components/loan/outcomes";
import { Button } from "@/components/ui/button";
import { nairaText } from "@/lib/kernel/money";
import type { JourneyLoan } from "@/lib/surfaces/journey/schema";

export default function Done() {
  return (
    <LoanStep
      stages={["paying-out", "running", "ended"]}
      title="Your loan"
      blocks={["facts", "facts", "facts", "list"]}
      nothing={{ title: "You have no loan yet", lead: "Once you have one, you can follow it here." }}
    >
      {(loan) =>
        troubleOf(loan) ? (
          <AnotherAccount loan={loan} />
        ) : (
          // Another step once it has ended: the heading says how, and what had the focus is gone.
          <StepFrame key={`${loan.loanId} ${loan.stage === "ended"}`} {...headingOf(loan)}>
            <Arrival loan={loan} />
            <TurnedDown again />
            {/* Mounted again at each stage, so that nothing of the one before shifts. */}
            <Fragment key={loan.stage}>
              <View loan={loan} />
              <OtherLoans shown={loan.loanId} />
              {loan.agreement !== null && <AgreementCard loan={loan} />}
              {/* The last one, since its height varies. */}
              {loan.disbursedAt !== null && <StatementCard loan={loan} />}
            </Fragment>
          </StepFrame>
        )
      }
    </LoanStep>
  );
}

function View({ loan }: { loan: JourneyLoan }) {
  const { go } = useJourney();
  switch (loan.stage) {
    case "paying-out":
      return <PayingOut loan={loan} />;
    case "running":
      return <Running loan={loan} />;
    case "ended":
      return <Ended loan={loan} />;
    default:
      return <Button onClick={() => go(stepOf(loan.stage), loan.loanId)}>Go on with it</Button>;
  }
}

function headingOf(of: JourneyLoan) {
  const { stage, status, closure, reference, terms, totalDue, writtenOff, payoutHeld, payoutDelayed, payoutAccount } =
    of;
  const loan = `Loan ${reference}`;
  if (payoutHeld && payoutAccount?.nameMatches) return { title: "We are looking at your payout", lead: loan };
  if (payoutHeld) return { title: "We are checking that this account is yours", lead: loan };
  if (payoutDelayed) return { title: "Your money waits to be sent", lead: loan };
  if (stage === "paying-out") return { title: "Your money is on its way", lead: loan };
  if (stage === "running") return { title: "Your loan", lead: `${loan} of ${nairaText(terms.principalAmount)}` };
  if (stage !== "ended") return { title: "This loan is waiting for you", lead: loan };
  if (closure === "COOLING_OFF") {
    return { title: "You gave this loan back", lead: `${loan}: ${nairaText(totalDue)} is paid back, without a fee.` };
  }
  if (status === "REPAID") {
    return {
      title: "All paid back. Thank you!",
      lead: `${loan}: ${nairaText(totalDue)} is paid, nothing is left to pay.`,
    };
  }
  if (status === "WRITTEN_OFF" && writtenOff === 0) return { title: "What was written off is paid", lead: loan };
  if (status === "WRITTEN_OFF") return { title: "This loan was written off", lead: loan };
  return { title: "This offer has ended", lead: loan };
}
