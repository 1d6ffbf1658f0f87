import Link from "next/link";
import { Money } from "@/components/ui/money";
import type { Kobo } from "@/lib/kernel/money";
import { type ArrearsBucket, arrearsLabels } from "@/lib/terms/console/arrears";

type Props = { path: string; totals: readonly { bucket: ArrearsBucket; loans: number; outstanding: Kobo }[] };

/** How many are how late, and what they owe in all; each leads to its loans. */
export function ArrearsTotals({ path, totals }: Props) {
  return (
    <ul aria-label="Loans by days past due" className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-5">
      {totals.map(({ bucket, loans, outstanding }) => (
        <li key={bucket}>
          <Link
            href={`${path}?bucket=${bucket}`}
            prefetch={false}
            className="flex h-full flex-col gap-1 rounded-lg border border-line bg-surface p-3 text-sm hover:bg-sunken"
          >
            <span className="text-muted">{arrearsLabels[bucket]}</span>
            <span className="text-lg font-semibold tabular-nums">{loans.toLocaleString("en-GB")}</span>
            <span className="text-xs text-muted">
              <Money kobo={outstanding} /> outstanding
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
