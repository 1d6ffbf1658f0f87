"use client";

import { type ReactNode, useEffect, useState } from "react";
import { useJourney } from "@/components/journey/context";
import { StepSkeleton } from "@/components/journey/screens";
import { StepFrame } from "@/components/kyc/step-frame";
import { Button } from "@/components/ui/button";
import type { JourneyStep } from "@/lib/surfaces/journey/protocol";
import { availableTo } from "./available-to";
import { Estimate } from "./estimate";
import { useOptions } from "./use-options";

/** How long the forms wait to hear that there is something to be had, in milliseconds. */
const patience = 8_000;

/** Says what can be had before anything is filled in; where that is nothing, it stands in place of the forms. */
export default function BeforeKyc({ step, children }: { step: JourneyStep; children: ReactNode }) {
  const { session } = useJourney();
  const [first] = useState(step);
  // Once the forms are there they stay, with what is typed in them.
  const [forms, setForms] = useState(false);
  const applying = session.kyc.status === "PENDING" && applicationSteps.has(step);
  const { body: options, refused } = useOptions(applying ? undefined : null);
  const availability = options && availableTo(session, options);
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience);
    return () => clearTimeout(timer);
  }, []);
  const nothing = availability?.state === "none";
  const ready = !applying || (late && !nothing) || refused !== null || (availability !== null && !nothing);
  if (ready && !forms) setForms(true);
  const told = applying && forms && (step === "business-info" || step === first);
  // The same elements in every case: the step below must not begin anew.
  return (
    <div className="flex flex-col gap-6">
      {!forms && !availability && <StepSkeleton />}
      {!forms && availability?.state === "none" && <Nothing {...availability} onGoOn={() => setForms(true)} />}
      {told && availability && <Estimate availability={availability} options={options} />}
      {forms && children}
    </div>
  );
}

const applicationSteps = new Set<JourneyStep>(["business-info", "directors", "documents", "review"]);

function Nothing({ why, remedy, onGoOn }: { why: string; remedy: string; onGoOn: () => void }) {
  return (
    <StepFrame title="There is nothing to borrow at the moment" lead={why}>
      <p>{remedy}</p>
      <p>
        So you need not fill anything in now. When things have changed, this page says how much you can ask for. You can
        also get your application ready for that day.
      </p>
      <div>
        <Button look="secondary" onClick={onGoOn}>
          Fill in the application anyway
        </Button>
      </div>
    </StepFrame>
  );
}
