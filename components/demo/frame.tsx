import type { ReactNode } from "react";
import { TestBadge } from "@/components/ui/badge";
import { TextLink } from "@/components/ui/page";

export function Frame({ service, children }: { service: string; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col [--color-brand-soft:#c4b5fd] [--color-brand:#6d28d9]">
      <header className="border-b border-stone-200 bg-white dark:border-stone-800 dark:bg-stone-900">
        <div className="mx-auto flex w-full max-w-7xl flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 sm:px-6">
          <a href="/demo" className="flex min-h-12 items-center gap-2 text-lg font-bold">
            <span aria-hidden="true" className="size-6 rounded-md bg-brand dark:bg-brand-soft" />
            Demo Market
          </a>
          <span className="hidden text-stone-700 sm:inline dark:text-stone-300">Seller centre</span>
          <TestBadge />
        </div>
      </header>
      <main className="mx-auto flex w-full max-w-7xl flex-1 flex-col gap-6 px-4 py-6 sm:px-6 sm:py-8">{children}</main>
      <footer className="border-t border-stone-200 px-4 py-5 text-sm text-stone-700 sm:px-6 dark:border-stone-800 dark:text-stone-300">
        <p className="mx-auto max-w-7xl">
          A sample marketplace, with everything a real one needs and nothing it sells. The financing comes from{" "}
          <TextLink href={service}>the service</TextLink>.
        </p>
      </footer>
    </div>
  );
}
