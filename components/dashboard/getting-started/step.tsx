import type { ReactNode } from "react";
import { StatusBadge } from "@/components/ui/status-badge";

export function Step(props: { number: number; title: string; done: boolean; children: ReactNode }) {
  const { number, title, done, children } = props;
  return (
    <li className="flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-surface p-4 text-sm sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-base font-semibold">
          {number}. {title}
        </h2>
        <StatusBadge tone={done ? "good" : "neutral"}>{done ? "Done" : "To do"}</StatusBadge>
      </div>
      <div className="flex min-w-0 flex-col items-start gap-3 [&>p]:max-w-prose">{children}</div>
    </li>
  );
}
