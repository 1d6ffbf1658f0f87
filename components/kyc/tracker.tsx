"use client";

import { momentText } from "@/components/ui/date-text";
import type { KycSession } from "@/lib/merchants/kyc/session/schema";
import { useKyc } from "./context";

type Stage = { name: string; detail: string; state: "done" | "refused" | "now" | "ahead" };

const reviewed: Stage = { name: "Reviewed", detail: "", state: "done" };
const inReview: Stage = { name: "In review", detail: "We are reviewing it", state: "now" };
const decision: Stage = { name: "Decision", detail: "", state: "ahead" };

function stagesOf({ kyc }: KycSession): Stage[] {
  const { status, submittedAt } = kyc;
  const sent: Stage = { name: "Sent", detail: submittedAt ? momentText(submittedAt) : "", state: "done" };
  switch (status) {
    case "APPROVED":
      return [sent, reviewed, { name: "Approved", detail: "", state: "done" }];
    case "REJECTED":
      return [sent, reviewed, { name: "Not approved", detail: "", state: "refused" }];
    case "REQUIRES_UPDATE":
      return [sent, { ...inReview, name: "Waiting for your changes", detail: "" }, decision];
    default:
      return [sent, inReview, decision];
  }
}

const dots = {
  done: "border-brand bg-brand text-white dark:border-brand-soft dark:bg-brand-soft dark:text-stone-950",
  refused: "border-red-800 bg-red-800 text-white dark:border-red-300 dark:bg-red-300 dark:text-stone-950",
  now: "border-brand text-brand dark:border-brand-soft dark:text-brand-soft",
  ahead: "border-stone-400 dark:border-stone-600",
};
/** For those who do not see the dots; `aria-current` tells of the present one. */
const states = { done: "done", refused: "done", ahead: "to come" };

export function Tracker() {
  const { session } = useKyc();
  return (
    <ol className="flex flex-col">
      {stagesOf(session).map(({ name, detail, state }) => (
        <li key={name} aria-current={state === "now" ? "step" : undefined} className="group flex gap-3">
          <div className="flex flex-col items-center" aria-hidden="true">
            <span className={`flex size-8 shrink-0 items-center justify-center rounded-full border-2 ${dots[state]}`}>
              {state === "done" && "✓"}
              {state === "refused" && "✕"}
              {state === "now" && (
                <span className="size-2.5 animate-pulse rounded-full bg-current motion-reduce:animate-none" />
              )}
            </span>
            <span className="min-h-4 w-0.5 flex-1 bg-stone-300 group-last:hidden dark:bg-stone-700" />
          </div>
          <div className="min-h-14 pb-3 group-last:min-h-8 group-last:pb-0">
            <p className={`pt-1 ${state === "ahead" ? "text-stone-600 dark:text-stone-400" : "font-semibold"}`}>
              {name}
              {state !== "now" && <span className="sr-only"> ({states[state]})</span>}
            </p>
            {detail && <p className="text-sm text-stone-700 tabular-nums dark:text-stone-300">{detail}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}
