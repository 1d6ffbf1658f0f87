import type { ReactNode } from "react";

export type Tone = keyof typeof looks;

const looks = {
  good: "bg-good-soft text-good",
  busy: "bg-busy-soft text-busy",
  warning: "bg-warning-soft text-warning",
  bad: "bg-bad-soft text-bad",
  neutral: "bg-sunken text-muted",
};

/** A state in a word or two. The colour repeats what the words say. */
export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-xl px-2 py-0.5 text-xs font-medium tracking-normal whitespace-nowrap @max-xl:whitespace-normal ${looks[tone]}`}
    >
      <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-current" />
      {children}
    </span>
  );
}
