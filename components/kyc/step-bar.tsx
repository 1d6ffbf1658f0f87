"use client";

import { useId, useState } from "react";
import { linkLook } from "@/components/ui/button";

/**
 * How far the merchant is: a bar, the step shown, and the names of all steps, with buttons for those that are open. Narrow
 * screens have no room for the names side by side: they show the step's own, and the others when asked.
 * @param props.otherwise said where the page shown is no step
 */
export function StepBar<Step extends string>(props: {
  labels: readonly (readonly [Step, string])[];
  shown: string;
  open: readonly string[];
  isDone: (step: Step, at: number) => boolean;
  go: (step: Step) => void;
  otherwise?: string;
}) {
  const { labels, shown, open, isDone, go, otherwise } = props;
  const [listed, setListed] = useState(false);
  const listId = useId();
  const at = labels.findIndex(([step]) => step === shown);
  const [, name] = labels[at] ?? [];
  // Names of a few steps are large enough to say by themselves which one is shown.
  const few = labels.length < 6;
  return (
    <nav aria-label="Steps" className="flex flex-col">
      <div className={`flex items-center justify-between gap-3 ${few ? "sm:hidden" : "sm:pb-2"}`}>
        <p className="text-sm font-medium text-stone-700 dark:text-stone-300">
          {name ? `Step ${at + 1} of ${labels.length}: ${name}` : otherwise}
        </p>
        <button
          type="button"
          aria-expanded={listed}
          aria-controls={listId}
          onClick={() => setListed(!listed)}
          className={`-mr-3 min-h-12 px-3 text-sm sm:hidden ${linkLook}`}
        >
          {listed ? "Hide steps" : "All steps"}
        </button>
      </div>
      <div aria-hidden="true" className="flex gap-1">
        {labels.map(([step], index) => {
          const done = isDone(step, index);
          const colour = done || index === at ? "bg-brand dark:bg-brand-soft" : "bg-stone-300 dark:bg-stone-700";
          const faded = done && index !== at ? "opacity-50" : "";
          return <span key={step} className={`h-1.5 flex-1 rounded-full ${colour} ${faded}`} />;
        })}
      </div>
      <ol id={listId} className={`${listed ? "flex" : "hidden"} flex-col pt-1 sm:flex sm:flex-row sm:gap-1`}>
        {labels.map(([step, label], index) => (
          <li key={step} aria-current={index === at ? "step" : undefined} className="flex min-w-0 flex-1">
            <StepMark
              label={label}
              small={!few}
              state={index === at ? "now" : isDone(step, index) ? "done" : "ahead"}
              onShow={
                index !== at && open.includes(step)
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

type Mark = { label: string; small: boolean; state: "now" | "done" | "ahead"; onShow: (() => void) | undefined };

function StepMark({ label, small, state, onShow }: Mark) {
  const look = `flex min-h-12 w-full items-center gap-1 text-left text-sm sm:items-start sm:pt-1 ${small ? "sm:text-xs" : ""}`;
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
