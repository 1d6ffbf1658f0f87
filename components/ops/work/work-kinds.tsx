import Link from "next/link";

type Props = {
  base: string;
  kinds: readonly { name: string; label: string; count: number }[];
  chosen: string | undefined;
};

/** How much there is of each kind; one is chosen to see it alone. */
export function WorkKinds({ base, kinds, chosen }: Props) {
  if (kinds.length === 0) return null;
  const entries = [{ name: undefined, label: "All", count: null }, ...kinds];
  return (
    <nav aria-label="Kinds of work" className="flex flex-wrap gap-2">
      {entries.map(({ name, label, count }) => (
        <Link
          key={label}
          href={name === undefined ? base : `${base}?kind=${name}`}
          prefetch={false}
          aria-current={name === chosen ? "true" : undefined}
          className="inline-flex min-h-9 items-center gap-2 rounded-full border border-line bg-surface px-3 text-sm font-medium aria-[current]:border-ink aria-[current]:bg-sunken pointer-coarse:min-h-11"
        >
          {label}
          {count !== null && <span className="tabular-nums text-muted">{count >= 1_000 ? "1,000+" : count}</span>}
        </Link>
      ))}
    </nav>
  );
}
