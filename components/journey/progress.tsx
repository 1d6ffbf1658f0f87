"use client";

import { useId, useState } from "react";
import { TestBadge } from "@/components/ui/badge";
import { linkLook } from "@/components/ui/button";
import { useJourney } from "./context";
import { stepNames } from "./step-names";
import { logoOf } from "./theme";

/** The marketplace's name and logo, and a badge in the test environment. */
export function TitleBar({ logo: given }: { logo: string | undefined }) {
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
    </div>
  );
}

/** How far the merchant is: a bar, the step shown, and the names of all steps, with buttons for those that are open. */
export function Progress({ step: shown }: { step: string }) {
  const { session, go } = useJourney();
  const [open, setOpen] = useState(false);
  const listId = useId();
  const at = stepNames.findIndex(([step]) => step === shown);
  const [, name] = stepNames[at] ?? [];
  const reached = stepNames.findIndex(([step]) => step === session.step);

  // Another loan than the one shown may wait for the merchant.
  const afterSteps = session.step === "done" ? "All steps are done" : "Your loans";

  const isDone = (index: number, step: string) => {
    if (session.kyc.completedSteps.some((completed) => completed === step)) return true;
    return index > 3 && (reached === -1 || index < reached);
  };

  return (
    <nav aria-label="Steps" className="flex flex-col">
      <div className="flex items-center justify-between gap-3 sm:pb-2">
        <p className="text-sm font-medium text-stone-700 dark:text-stone-300">
          {name ? `Step ${at + 1} of ${stepNames.length}: ${name}` : afterSteps}
        </p>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={listId}
          onClick={() => setOpen(!open)}
          className={`-mr-3 min-h-12 px-3 text-sm sm:hidden ${linkLook}`}
        >
          {open ? "Hide steps" : "All steps"}
        </button>
      </div>
      <div aria-hidden="true" className="flex gap-1">
        {stepNames.map(([step], index) => (
          <span
            key={step}
            className={`h-1.5 flex-1 rounded-full ${index === at || isDone(index, step) ? "bg-brand dark:bg-brand-soft" : "bg-stone-300 dark:bg-stone-700"} ${index === at || !isDone(index, step) ? "" : "opacity-50"}`}
          />
        ))}
      </div>
      <ol id={listId} className={`${open ? "flex" : "hidden"} flex-col pt-1 sm:flex sm:flex-row sm:gap-1`}>
        {stepNames.map(([step, label], index) => (
          <li key={step} aria-current={index === at ? "step" : undefined} className="flex min-w-0 flex-1">
            <StepMark
              label={label}
              state={index === at ? "now" : isDone(index, step) ? "done" : "ahead"}
              onShow={
                index !== at && session.open.includes(step)
                  ? () => {
                      setOpen(false);
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

type Mark = { label: string; state: "now" | "done" | "ahead"; onShow: (() => void) | undefined };

function StepMark({ label, state, onShow }: Mark) {
  const look = "flex min-h-12 w-full items-center gap-1 text-left text-sm sm:items-start sm:pt-1 sm:text-xs";
  const text = (
    <>
      <span>{label}</span>
      {state === "done" && (
        <>
          <span aria-hidden="true" className="sm:hidden">
            ✓
          </span>
          <span className="sr-only"> (done)</span>
        </>
      )}
    </>
  );
  if (!onShow) {
    return (
      <span className={`${look} ${state === "now" ? "font-semibold" : "text-stone-600 dark:text-stone-400"}`}>
        {text}
      </span>
    );
  }
  return (
    <button
      type="button"
      onClick={onShow}
      className={`${look} text-brand underline underline-offset-4 dark:text-brand-soft`}
    >
      {text}
    </button>
  );
}
