import type { ReactNode } from "react";

export function Panel({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const id = `panel-${title.toLowerCase().replaceAll(" ", "-")}`;
  return (
    <section
      aria-labelledby={id}
      className="flex min-w-0 flex-col gap-3 rounded-xl border border-stone-200 bg-white p-4 sm:p-5 dark:border-stone-800 dark:bg-stone-900"
    >
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      {lead && <p className="text-sm text-stone-700 dark:text-stone-300">{lead}</p>}
      {children}
    </section>
  );
}

export function Nothing({ children }: { children: ReactNode }) {
  return (
    <p className="rounded-lg border border-dashed border-stone-400 p-3 text-sm text-stone-700 dark:border-stone-600 dark:text-stone-300">
      {children}
    </p>
  );
}

export function Disclosure({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <details className="min-w-0">
      <summary className="flex min-h-12 cursor-pointer flex-wrap items-center gap-x-3 py-2 marker:content-none before:content-['▸'] [details[open]>&]:before:content-['▾']">
        {title}
      </summary>
      {children}
    </details>
  );
}
