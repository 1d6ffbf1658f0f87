import type { ReactNode } from "react";
import { TestBadge } from "./badge";
import { LegalLinks } from "./page";

export function Frame({ title, test, children }: { title: string; test: boolean; children: ReactNode }) {
  return (
    <main className="mx-auto flex w-full max-w-lg flex-col gap-4 px-4 py-6 sm:py-12">
      <div className="flex min-h-8 items-center justify-between gap-4 px-1">
        <span className="flex items-center gap-2.5 font-semibold">
          <span className="size-7 bg-cover" style={{ backgroundImage: "url(/icon.svg)" }} aria-hidden="true" />
          Marketplace Financing
        </span>
        {test && <TestBadge />}
      </div>
      <div className="wrap-anywhere flex flex-col gap-6 rounded-2xl border border-stone-200 bg-white p-5 shadow-sm sm:p-8 dark:border-stone-800 dark:bg-stone-900">
        <h1 className="text-2xl font-semibold tracking-tight text-balance">{title}</h1>
        {children}
      </div>
      <LegalLinks />
    </main>
  );
}
