"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useState } from "react";
import { useHydrated } from "@/components/ui/use-hydrated";

type Props = { name: string; environment: "test" | "live"; children: ReactNode };

/** What stands beside the page, or, where there is no room beside it, above it behind a button. */
export function SidePanel({ name, environment, children }: Props) {
  const at = usePathname();
  const hydrated = useHydrated();
  // Open at one address only: whoever has gone somewhere wants to see the page.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const open = openAt === at;
  return (
    <header
      className={`flex flex-col gap-5 border-line bg-surface px-4 py-3 max-lg:border-b lg:sticky lg:top-0 lg:h-dvh lg:border-e lg:px-3 lg:py-4 ${environment === "test" ? "border-t-4 border-t-amber-500" : "border-t-4 border-t-brand dark:border-t-brand-soft"}`}
    >
      <div className="flex min-h-9 items-center justify-between gap-3 lg:px-2">
        <p className="flex min-w-0 items-center gap-2.5 font-semibold">
          <span className="size-6 shrink-0 bg-[url(/icon.svg)] bg-cover" aria-hidden="true" />
          <span className="truncate">{name}</span>
        </p>
        <button
          type="button"
          disabled={!hydrated}
          aria-expanded={open}
          aria-controls="side-panel"
          onClick={() => setOpenAt(open ? null : at)}
          className="min-h-11 shrink-0 rounded-md border border-edge px-3 text-sm font-medium lg:hidden"
        >
          {open ? "Close" : "Menu"}
          <span className="sr-only"> navigation</span>
        </button>
      </div>
      <div id="side-panel" className={`min-h-0 grow flex-col gap-4 ${open ? "flex" : "hidden"} lg:flex`}>
        {children}
      </div>
    </header>
  );
}
