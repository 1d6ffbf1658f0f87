"use client";

import { useJourney } from "@/components/journey/context";
import { AnswerOffer } from "@/components/journey/money/answer-offer";
import { EndedOfferStep } from "@/components/journey/money/ended-offer";
import { useKeyFacts } from "@/components/journey/money/key-facts";
import { LoanStep } from "@/components/journey/money/loan-step";
import { NothingHere } from "@/components/journey/money/nothing-here";
import { Unread } from "@/components/journey/money/reading-states";
import { StepFrame } from "@/components/kyc/step-frame";
import { ForecastRange } from "@/components/loan/forecast-range";
import { timeLeft } from "@/components/loan/loan-text";
import { Section } from "@/components/loan/section";
import { momentText } from "@/components/ui/date-text";
import { Card } from "@/components/ui/touch-card";
import type { JourneyLoan } from "@/lib/surfaces/journey/schema";

export default function Offer() {
  const { session } = useJourney();
  return (
    <LoanStep
      stages={["offer"]}
      title="Your offer"
      blocks={["line", "card", "facts", "facts", "facts"]}
      nothing={{ title: "There is no offer to answer", lead: "Your application continues elsewhere." }}
    >
      {(loan) => {
        const open = loan.stage === "offer";
        if (loan.status === "CANCELLED" || (open && session.now >= loan.offerExpiresAt))
          return <EndedOfferStep loan={loan} />;
        if (open) return <Open loan={loan} />;
        return <NothingHere title="You have accepted this offer" lead="Continue with the next step." />;
      }}
    </LoanStep>
  );
}

function Open({ loan }: { loan: JourneyLoan }) {
  const { session } = useJourney();
  const { lender, offerExpiresAt, dueDate, forecast } = loan;
  const reading = useKeyFacts(loan.loanId);
  const facts = reading.body;
  // What it costs and how it is paid back come first; when that would be over follows at once.
  const [first, others] = [facts?.keyFacts.slice(0, 2) ?? [], facts?.keyFacts.slice(2) ?? []];
  return (
    <StepFrame
      title="Your offer"
      lead={`${lender.name} offers ${session.merchant.businessName} this loan. Nothing is agreed until you accept.`}
    >
      <p className="font-medium tabular-nums">
        Open until {momentText(offerExpiresAt)}{" "}
        <span className="font-normal whitespace-nowrap">({timeLeft(session.now, offerExpiresAt)})</span>
      </p>
      {facts ? (
        <>
          {first.map((section) => (
            <Section key={section.title} section={section} />
          ))}
          <Card title="When your sales pay it back">
            <ForecastRange
              today={session.now.slice(0, 10)}
              dueDate={dueDate}
              range={forecast}
              advice="You can also decline, or ask for more time or a smaller amount."
            />
          </Card>
          {others.map((section) => (
            <Section key={section.title} section={section} />
          ))}
          <AnswerOffer loan={loan} terms={facts.terms} />
        </>
      ) : (
        <Unread reading={reading} blocks={["card", "facts", "list", "facts", "card"]} />
      )}
    </StepFrame>
  );
}
