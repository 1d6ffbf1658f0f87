/** Marks a test in words, not by colour alone. */
export function TestBadge() {
  return (
    <span className="rounded-md border border-amber-700 bg-amber-100 px-2 py-0.5 text-xs font-bold tracking-widest text-amber-950 dark:border-amber-500 dark:bg-amber-950 dark:text-amber-200">
      TEST
    </span>
  );
}
