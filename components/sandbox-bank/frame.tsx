import type { ReactNode } from "react";
import { TestBadge } from "@/components/ui/badge";

/** The bank's own colours in place of the brand's: a merchant must see that this is somebody else's page. */
const colours = "[--color-brand:#1e3a8a] [--color-brand-soft:#93c5fd] [--radius-field:0.125rem]";

export function Frame({ children }: { children: ReactNode }) {
  return (
    <div className={`min-h-dvh bg-slate-100 dark:bg-slate-950 ${colours}`}>
      <header className="bg-blue-950 text-white">
        <div className="mx-auto flex min-h-16 max-w-2xl items-center justify-between gap-4 px-4 py-3">
          <p className="flex items-center gap-3">
            <Columns />
            <span>
              <span className="block text-lg leading-tight font-bold">Sandbox Bank</span>
              <span className="block text-sm text-blue-100">No real money moves here</span>
            </span>
          </p>
          <TestBadge />
        </div>
      </header>
      <main className="mx-auto max-w-2xl sm:px-4 sm:py-10">
        <div className="wrap-anywhere flex flex-col gap-6 border-slate-300 bg-white px-4 py-6 sm:border sm:p-8 dark:border-slate-700 dark:bg-slate-900">
          {children}
        </div>
      </main>
    </div>
  );
}

function Columns() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-9 shrink-0" fill="currentColor">
      <path d="M12 2 22 8v2H2V8zM4 12h3v7H4zm6.5 0h3v7h-3zM17 12h3v7h-3zM2 20.5h20V22H2z" />
    </svg>
  );
}
