import type { ReactNode } from "react";

export function Working({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="flex items-center gap-3">
      <span
        aria-hidden="true"
        className="size-6 shrink-0 animate-spin rounded-full border-2 border-brand border-r-transparent motion-reduce:animate-none dark:border-brand-soft dark:border-r-transparent"
      />
      <div className="flex flex-col">{children}</div>
    </div>
  );
}
