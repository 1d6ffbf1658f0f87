import Link from "next/link";
import { Money } from "@/components/ui/money";
import { ProgressBar } from "@/components/ui/progress-bar";
import { type Kobo, minus } from "@/lib/kernel/money";

type Row = {
  key: string;
  label: string;
  /** Below `base`. */
  href?: string;
  used: Kobo;
  /** Null: no limit. */
  most: Kobo | null;
};

/** How much of each limit is used and left. */
export function LimitBars({ base, rows, empty }: { base: string; rows: readonly Row[]; empty: string }) {
  if (rows.length === 0) return <p className="text-sm text-muted">{empty}</p>;
  return (
    <ul className="flex flex-col gap-4">
      {rows.map(({ key, label, href, used, most }) => (
        <li key={key} className="flex flex-col gap-1.5 text-sm">
          <div className="flex flex-wrap justify-between gap-x-4">
            {href ? (
              <Link href={`${base}/${href}`} prefetch={false} className="underline underline-offset-4">
                {label}
              </Link>
            ) : (
              <span>{label}</span>
            )}
            <span>
              <Money kobo={used} />
              {most === null ? (
                <span className="text-muted"> no limit</span>
              ) : (
                <span className="text-muted">
                  {" of "}
                  <Money kobo={most} />, {used > most ? "over by " : "left "}
                  <Money kobo={used > most ? minus(used, most) : minus(most, used)} />
                </span>
              )}
            </span>
          </div>
          {most !== null && most > 0 && <ProgressBar percent={(used / most) * 100} label={`${label}, used`} />}
        </li>
      ))}
    </ul>
  );
}
