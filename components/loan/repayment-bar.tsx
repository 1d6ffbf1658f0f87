import { nairaText } from "@/lib/kernel/money";
import type { JourneyLoan } from "@/lib/surfaces/journey/schema";
import { percentText } from "./loan-text";

export function RepaymentBar({ loan }: { loan: JourneyLoan }) {
  const { totalDue, totalPaid, outstanding, percentPaid, health } = loan;
  const planned = totalDue > 0 ? ((totalPaid - health.aheadBehindAmount) / totalDue) * 100 : 0;
  const share = (percent: number) => `${Math.min(100, Math.max(0, percent))}%`;
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="wrap-anywhere text-2xl font-semibold tracking-tight tabular-nums">{nairaText(totalPaid)}</span>
        <span className="text-stone-700 dark:text-stone-300">paid back of {nairaText(totalDue)}</span>
      </p>
      <div aria-hidden="true" className="relative py-1.5">
        <div className="h-4 overflow-hidden rounded-full bg-stone-300 dark:bg-stone-700">
          <div className="h-full bg-brand dark:bg-brand-soft" style={{ width: share(percentPaid) }} />
        </div>
        <div
          className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-stone-900 dark:bg-stone-100"
          style={{ left: share(planned) }}
        />
      </div>
      <p className="flex flex-wrap justify-between gap-x-4 text-sm tabular-nums">
        <span>{percentText(percentPaid)} paid</span>
        <span>{nairaText(outstanding.total)} to go</span>
      </p>
      <p aria-hidden="true" className="flex items-center gap-2 text-sm text-stone-700 dark:text-stone-300">
        <span className="h-4 w-0.5 bg-stone-900 dark:bg-stone-100" />
        where the plan is today
      </p>
    </div>
  );
}
