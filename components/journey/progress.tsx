"use client";

import { type ReactNode, useState } from "react";
import { StepBar } from "@/components/kyc/step-bar";
import { TestBadge } from "@/components/ui/badge";
import { useJourney } from "./context";
import { stepLabels } from "./step-labels";
import { logoOf } from "./theme";

export function TitleBar({ logo: given, children }: { logo: string | undefined; children: ReactNode }) {
  const { marketplace, environment } = useJourney().session;
  const [missing, setMissing] = useState(false);
  const logo = missing ? null : logoOf(given);
  return (
    <div className="flex min-h-8 items-center justify-between gap-3">
      {logo && (
        <img
          src={logo}
          alt=""
          referrerPolicy="no-referrer"
          onError={() => setMissing(true)}
          className="h-8 w-28 object-contain object-left"
        />
      )}
      <p className={`wrap-anywhere text-sm font-semibold ${logo ? "ml-auto text-right" : ""}`}>{marketplace.name}</p>
      {environment === "test" && <TestBadge />}
      {children}
    </div>
  );
}

export function Progress({ step: shown }: { step: string }) {
  const { session, go } = useJourney();
  const reached = stepLabels.findIndex(([step]) => step === session.step);
  return (
    <StepBar
      labels={stepLabels}
      shown={shown}
      open={session.open}
      isDone={(step, at) =>
        session.kyc.completedSteps.some((completed) => completed === step) ||
        (at > 3 && (reached === -1 || at < reached))
      }
      go={go}
      // Another loan than the one shown may wait for the merchant.
      otherwise={session.step === "done" ? "All steps are done" : "Your loans"}
    />
  );
}
