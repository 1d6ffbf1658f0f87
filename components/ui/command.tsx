/** Something to type into a terminal. Long lines wrap: nothing scrolls. */
export function Command({ label, children }: { label: string; children: string }) {
  return (
    <section
      className="rounded-lg bg-stone-900 p-4 font-mono text-xs leading-relaxed text-stone-100 sm:text-sm dark:border dark:border-stone-800"
      aria-label={label}
    >
      <pre className="wrap-anywhere whitespace-pre-wrap">{children}</pre>
    </section>
  );
}
