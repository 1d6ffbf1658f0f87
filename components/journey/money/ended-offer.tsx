"use client";

import { useJourney } from "@/components/journey/context";
import { OwedToMerchant } from "@/components/journey/loan/loan-views";
import { StepFrame } from "@/components/kyc/step-frame";
import { EndedOffer } from "@/components/loan/ended-offer";
import { Button } from "@/components/ui/button";
import type { JourneyLoan } from "@/lib/surfaces/journey/schema";

export function EndedOfferStep({ loan }: { loan: JourneyLoan }) {
  const { go } = useJourney();
  return (
    <StepFrame key="ended" title="This offer has ended">
      <div role="alert">
        <EndedOffer loan={loan} />
      </div>
      <OwedToMerchant loan={loan} />
      <Button onClick={() => go("funding")}>See what you can get now</Button>
    </StepFrame>
  );
}
