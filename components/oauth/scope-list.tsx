import type { ReactNode } from "react";

type Item = { label: string; sentence: ReactNode };

export function ScopeList({ items }: { items: readonly Item[] }) {
  return (
    <ul className="flex flex-col gap-3">
      {items.map(({ label, sentence }) => (
        <li key={label} className="flex gap-3">
          <Tick />
          <p>
            <span className="block font-semibold">{label}</span>
            <span className="block text-stone-700 dark:text-stone-300">{sentence}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}

function Tick() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-brand dark:text-brand-soft">
      <path d="M4 10.5l4 4 8-9" fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}
