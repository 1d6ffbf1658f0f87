"use client";

import { useId, useState } from "react";
import { useKyc } from "@/components/kyc/context";
import { linkLook } from "@/components/ui/button";
import { type KycPlace, kycStepLabels, kycSteps } from "@/lib/terms/kyc/constants";

const names: readonly (readonly [KycPlace, string])[] = [
  ...kycSteps.map((step) => [step, kycStepLabels[step]] as const),
  ["status", "Decision"],
];

/**
 * How far the application is, and the way to the steps that are open. Narrow screens have no room for the names side by
 * side: they show the step's own, and the others when asked.
 */
export function StepBar({ shown, open }: { shown: KycPlace; open: readonly KycPlace[] }) {
  const { session, go } = useKyc();
  const [listed, setListed] = useState(false);
  const listId = useId();
  const at = names.findIndex(([step]) => step === shown);
  const isDone = (step: KycPlace) =>
    session.kyc.completedSteps.some((done) => done === step) ||
    (step === "status" && session.kyc.status === "APPROVED");
  return (
    <nav aria-label="Steps">
      <div className="flex items-center justify-between gap-3 sm:hidden">
        <p className="text-sm font-medium">{`Step ${at + 1} of ${names.length}: ${names[at]?.[1]}`}</p>
        <button
          type="button"
          aria-expanded={listed}
          aria-controls={listId}
          onClick={() => setListed(!listed)}
          className={`-mr-3 min-h-12 px-3 text-sm ${linkLook}`}
        >
          {listed ? "Hide steps" : "All steps"}
        </button>
      </div>
      <div aria-hidden="true" className="grid grid-cols-5 gap-1.5">
        {names.map(([step]) => (
          <span
            key={step}
            className={`h-1.5 rounded-full ${step === shown || isDone(step) ? "bg-brand dark:bg-brand-soft" : "bg-stone-300 dark:bg-stone-700"} ${isDone(step) && step !== shown ? "opacity-50" : ""}`}
          />
        ))}
      </div>
      <ol id={listId} className={`${listed ? "flex flex-col" : "hidden"} gap-x-1.5 sm:grid sm:grid-cols-5`}>
        {names.map(([step, name]) => (
          <li key={step} aria-current={step === shown ? "step" : undefined} className="flex min-w-0">
            <StepName
              name={name}
              isHere={step === shown}
              isDone={isDone(step)}
              show={
                open.includes(step) && step !== shown
                  ? () => {
                      setListed(false);
                      go(step);
                    }
                  : undefined
              }
            />
          </li>
        ))}
      </ol>
    </nav>
  );
}

type Named = { name: string; isHere: boolean; isDone: boolean; show: (() => void) | undefined };

function StepName({ name, isHere, isDone, show }: Named) {
  const look = "flex min-h-12 w-full items-center gap-1 text-left text-sm sm:items-start sm:pt-1.5";
  const text = (
    <>
      <span>{name}</span>
      {isDone && (
        <>
          <span aria-hidden="true" className="sm:hidden">
            ✓
          </span>
          <span className="sr-only"> (done)</span>
        </>
      )}
    </>
  );
  if (!show) return <span className={`${look} ${isHere ? "font-semibold" : "text-muted"}`}>{text}</span>;
  return (
    <button
      type="button"
      onClick={show}
      className={`${look} text-brand underline underline-offset-4 dark:text-brand-soft`}
    >
      {text}
    </button>
  );
}
