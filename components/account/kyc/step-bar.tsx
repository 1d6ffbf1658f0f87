"use client";

import { useKyc } from "@/components/kyc/context";
import { kycStepText } from "@/components/kyc/labels";
import { type KycPlace, kycSteps } from "@/lib/kyc/constants";

const names: readonly (readonly [KycPlace, string])[] = [
  ...kycSteps.map((step) => [step, kycStepText[step]] as const),
  ["status", "Decision"],
];

/** How far the application is, and the way to the steps that are open. */
export function StepBar({ shown, open }: { shown: KycPlace; open: readonly KycPlace[] }) {
  const { session, go } = useKyc();
  const isDone = (step: KycPlace) =>
    session.kyc.completedSteps.some((done) => done === step) ||
    (step === "status" && session.kyc.status === "APPROVED");
  return (
    <nav aria-label="Steps">
      <ol className="grid grid-cols-5 gap-1.5">
        {names.map(([step, name]) => {
          const isHere = step === shown;
          const text = (
            <>
              <span
                aria-hidden="true"
                className={`h-1.5 w-full rounded-full ${isHere || isDone(step) ? "bg-brand dark:bg-brand-soft" : "bg-stone-300 dark:bg-stone-700"} ${isDone(step) && !isHere ? "opacity-50" : ""}`}
              />
              <span>{name}</span>
              {isDone(step) && <span className="sr-only"> (done)</span>}
            </>
          );
          const look =
            "flex min-h-12 w-full min-w-0 flex-col gap-1.5 text-left text-xs max-sm:tracking-tighter sm:text-sm";
          return (
            <li key={step} aria-current={isHere ? "step" : undefined} className="min-w-0">
              {open.includes(step) && !isHere ? (
                <button
                  type="button"
                  onClick={() => go(step)}
                  className={`${look} text-brand underline underline-offset-4 dark:text-brand-soft`}
                >
                  {text}
                </button>
              ) : (
                <span className={`${look} ${isHere ? "font-semibold" : "text-muted"}`}>{text}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
