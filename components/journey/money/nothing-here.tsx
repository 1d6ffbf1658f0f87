"use client";

import { useJourney } from "@/components/journey/context";
import { StepFrame } from "@/components/kyc/step-frame";
import { Button } from "@/components/ui/button";

export function NothingHere({ title, lead }: { title: string; lead: string }) {
  const { session, go } = useJourney();
  return (
    <StepFrame title={title} lead={lead}>
      <div>
        <Button onClick={() => go(session.step)}>Go on</Button>
      </div>
    </StepFrame>
  );
}
