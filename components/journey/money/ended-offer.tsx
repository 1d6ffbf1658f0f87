"use client";

import { useJourney } from "@/components/journey/context";
import { StepFrame } from "@/components/journey/step-frame";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { JourneyLoan } from "@/lib/embed/schema";
import { endingOf } from "./outcomes";

/** Why an offer came to nothing, and what the merchant can do. */
export function EndedOffer({ loan: { cancelReason, lender } }: { loan: JourneyLoan }) {
  const { title, text } = endingOf(cancelReason, lender.name);
  return (
    <Notice look="plain" title={title}>
      <p>Nothing was paid out and you owe nothing. {text}</p>
    </Notice>
  );
}

/** In place of a step on the way to the money, once the offer has ended. */
export function EndedOfferStep({ loan }: { loan: JourneyLoan }) {
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
