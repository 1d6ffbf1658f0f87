"use client";

import { useJourney } from "@/components/journey/context";
import { dateText, momentText } from "@/components/journey/format";
import { AnswerOffer } from "@/components/journey/money/answer-offer";
import { DealFigures } from "@/components/journey/money/deal-figures";
import { EndedOffer } from "@/components/journey/money/ended-offer";
import { ForecastRange } from "@/components/journey/money/forecast-range";
import { LoanStep } from "@/components/journey/money/loan-step";
import { NothingHere } from "@/components/journey/money/nothing-here";
import { ScheduleTable } from "@/components/journey/money/schedule-table";
import { percentText, tenorText, timeLeft } from "@/components/journey/money-labels";
import { Card, Facts, StepFrame } from "@/components/journey/step-frame";
import { Button } from "@/components/ui/button";
import type { JourneyLoan } from "@/lib/embed/schema";

/** An offer: the whole deal on one page, and the answer to it. */
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
        if (loan.status === "CANCELLED" || (open && session.now >= loan.offerExpiresAt)) return <Ended loan={loan} />;
        if (open) return <Open loan={loan} />;
        return <NothingHere title="You have accepted this offer" lead="Continue with the next step." />;
      }}
    </LoanStep>
  );
}

function Open({ loan }: { loan: JourneyLoan }) {
  const { session } = useJourney();
  const { terms, lender, offerExpiresAt, dueDate, schedule, forecast, purpose, reference } = loan;
  const { name } = session.marketplace;
  return (
    <StepFrame
      title="Your offer"
      lead={`${lender.name} offers ${session.merchant.businessName} this loan. Nothing is agreed until you accept.`}
    >
      <p className="font-medium tabular-nums">
        Open until {momentText(offerExpiresAt)}{" "}
        <span className="font-normal whitespace-nowrap">({timeLeft(session.now, offerExpiresAt)})</span>
      </p>
      <Card title="The deal">
        <DealFigures
          deal={{ ...terms, amount: terms.principalAmount, fee: terms.totalRepayment - terms.principalAmount }}
          marketplace={name}
        />
        <Facts
          rows={[
            ["Fee, in percent of the amount", percentText(terms.interestRate)],
            ["APR", terms.annualPercentageRate === null ? "Not known" : percentText(terms.annualPercentageRate)],
            ["Time to pay back", tenorText(terms.tenorDays)],
            ["Last due date", dateText(dueDate)],
            ["Lender", lender.name],
            ["Purpose", purpose],
            ["Reference", reference],
          ]}
        />
      </Card>
      <Card title="When your sales pay it back">
        <ForecastRange
          today={session.now.slice(0, 10)}
          dueDate={dueDate}
          range={forecast}
          advice="You can decline, and ask for more time or a smaller amount."
        />
      </Card>
      <Card title="The plan">
        <ScheduleTable schedule={schedule} />
        <p className="text-sm text-stone-700 dark:text-stone-300">
          Counted from the day of the offer. The dates start anew from the day the money reaches you.
        </p>
      </Card>
      <Card title="If your sales are slow">
        <p>
          When you sell nothing, nothing is taken. The fee stays the same, however long it takes. But the due dates stay
          too: what is missing then counts as overdue, and {lender.name} may collect it from your bank account. More
          than 90 days overdue, the loan can be declared in default.
        </p>
      </Card>
      <AnswerOffer loan={loan} />
    </StepFrame>
  );
}

function Ended({ loan }: { loan: JourneyLoan }) {
  const { go } = useJourney();
  return (
    <StepFrame key="ended" title="This offer has ended">
      <div role="alert">
        <EndedOffer loan={loan} />
      </div>
      <Button onClick={() => go("funding")}>See what you can get now</Button>
    </StepFrame>
  );
}
