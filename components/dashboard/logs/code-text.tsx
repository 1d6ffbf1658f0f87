/** Text of a program, kept to the letter. Long lines wrap: nothing scrolls. */
export function CodeText({ label, children }: { label: string; children: string }) {
  return (
    <section
      aria-label={label}
      className="rounded-md border border-line bg-sunken p-3 font-mono text-xs leading-relaxed"
    >
      <pre className="wrap-anywhere whitespace-pre-wrap">{children}</pre>
    </section>
  );
}
