"use client";

import { type ComponentType, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { type JourneyStep, journeySteps } from "@/lib/surfaces/journey/protocol";
import { Boundary } from "./boundary";
import { Notice, StepSkeleton } from "./screens";

/** Each step's code is loaded when needed, to keep the page small. */
const loaders: Record<JourneyStep, () => Promise<{ default: ComponentType }>> = {
  "business-info": () => import("@/components/kyc/steps/business-info"),
  directors: () => import("@/components/kyc/steps/directors"),
  documents: () => import("@/components/kyc/steps/documents"),
  review: () => import("@/components/kyc/steps/review"),
  status: () => import("./steps/status"),
  funding: () => import("./steps/funding"),
  offer: () => import("./steps/offer"),
  "payout-account": () => import("./steps/payout-account"),
  mandate: () => import("./steps/mandate"),
  done: () => import("./steps/done"),
};

type Views = Partial<Record<JourneyStep, ComponentType | "missing">>;

export function StepView({ step, onBroken }: { step: JourneyStep; onBroken: () => void }) {
  const [views, setViews] = useState<Views>({});
  const View = views[step];

  useEffect(() => {
    if (View) return;
    const got = (view: ComponentType | "missing") => setViews((known) => ({ ...known, [step]: view }));
    loaders[step]().then(
      (loaded) => got(loaded.default),
      () => got("missing"),
    );
  }, [step, View]);

  useEffect(() => {
    // Load the next step in advance; if that fails, it is retried when needed.
    const next = journeySteps[journeySteps.indexOf(step) + 1];
    if (next && View && View !== "missing") loaders[next]().catch(() => {});
  }, [step, View]);

  if (!View) return <StepSkeleton />;
  if (View === "missing") {
    return (
      <Notice title="This part could not be loaded" lead="Check your connection. What you have saved is safe.">
        <Button onClick={() => setViews((known) => ({ ...known, [step]: undefined }))}>Try again</Button>
      </Notice>
    );
  }
  return (
    <Boundary key={step} onBroken={onBroken}>
      <View />
    </Boundary>
  );
}
