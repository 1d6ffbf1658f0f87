"use client";

import { Fragment } from "react";
import { useJourney } from "@/components/journey/context";
import { Arrival } from "@/components/journey/money/arrival";
import { Ended, PayingOut, Running } from "@/components/journey/money/loan-views";
import { NothingHere } from "@/components/journey/money/nothing-here";
import { OtherLoans } from "@/components/journey/money/other-loans";
import { NotRead, Skeleton } from "@/components/journey/money/reading-states";
import { useShownLoan } from "@/components/journey/money/shown-loan";
import { StatementCard } from "@/components/journey/money/statement-card";
import { stepOf } from "@/components/journey/money-labels";
import { StepFrame } from "@/components/journey/step-frame";
import { Button } from "@/components/ui/button";
import type { JourneyLoan } from "@/lib/embed/schema";
import { nairaText } from "@/lib/money";

const blocks = [
  { name: "bar", height: "facts" },
  { name: "next", height: "facts" },
  { name: "forecast", height: "facts" },
  { name: "movements", height: "list" },
] as const;

/** A loan from its payout to its end. */
export default function Done() {
  const { loanId, reading } = useShownLoan(["paying-out", "running", "ended"]);
  const { body: loan, refused, again } = reading;
  if (loanId === null) {
    return <NothingHere title="You have no loan yet" lead="Once you have one, you can follow it here." />;
  }
  if (!loan || loan.loanId !== loanId) {
    return (
      <StepFrame key={loanId} title="Your loan">
        {refused === null ? <Skeleton blocks={blocks} /> : <NotRead refused={refused} again={again} />}
      </StepFrame>
    );
  }
  const { title, lead } = wordsOf(loan);
  return (
    <StepFrame key={loanId} title={title} lead={lead}>
      <Arrival loan={loan} />
      {/* Once the money is there this is another page: nothing of the one before moves about. */}
      <Fragment key={loan.stage}>
        <View loan={loan} />
        <OtherLoans shown={loanId} />
        {/* Nothing stands below what is as long as it happens to be. */}
        {loan.disbursedAt !== null && <StatementCard loan={loan} />}
      </Fragment>
    </StepFrame>
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

function wordsOf({ stage, status, reference, terms, totalDue, payoutFailure }: JourneyLoan): {
  title: string;
  lead: string;
} {
  const loan = `Loan ${reference}`;
  if (stage === "paying-out") return { title: "Your money is on its way", lead: loan };
  if (stage === "running") return { title: "Your loan", lead: `${loan} of ${nairaText(terms.principalAmount)}` };
  if (stage !== "ended") {
    const sentBack = payoutFailure === null ? "" : ": your bank sent the money back, so another account is needed.";
    return { title: "This loan waits for you", lead: `${loan}${sentBack}` };
  }
  if (status === "REPAID") {
    return {
      title: "All paid back. Thank you!",
      lead: `${loan}: ${nairaText(totalDue)} is paid, nothing is left to pay.`,
    };
  }
  if (status === "WRITTEN_OFF") return { title: "This loan was written off", lead: loan };
  return { title: "This offer has ended", lead: `${loan} was declined, taken back or not accepted in time.` };
}
