"use client";

import { useJourney } from "@/components/journey/context";
import { StepFrame } from "@/components/kyc/step-frame";
import { troubleOf } from "@/components/loan/outcomes";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { JourneyLoan } from "@/lib/surfaces/journey/schema";

/** Why the last account did not get the money; nothing where it was not tried, or did. */
export function PayoutTrouble({ loan }: { loan: JourneyLoan }) {
  const trouble = troubleOf(loan);
  if (!trouble) return null;
  return (
    <Notice look="warning" title={trouble.title}>
      <p className="wrap-anywhere">{trouble.text}</p>
    </Notice>
  );
}

export function AnotherAccount({ loan }: { loan: JourneyLoan }) {
  const { go } = useJourney();
  return (
    <StepFrame key="another" title="The money needs another account" lead={`Loan ${loan.reference}`}>
      <div role="alert">
        <PayoutTrouble loan={loan} />
      </div>
      <div>
        <Button onClick={() => go("payout-account", loan.loanId)}>Give another account</Button>
      </div>
    </StepFrame>
  );
}
