import Link from "next/link";
import type { ReactNode } from "react";

type Props = { label: string; value: ReactNode; note?: ReactNode; href?: string };

/** One figure with its name. With `href`, the whole of it leads to what the figure counts. */
export function Stat({ label, value, note, href }: Props) {
  return (
    <div className="@container relative flex min-w-0 flex-col gap-1 rounded-lg border border-line bg-surface p-3 has-[a:hover]:border-edge sm:p-4">
      <p className="text-sm text-muted">
        {href ? (
          <Link
            href={href}
            prefetch={false}
            className="underline-offset-4 after:absolute after:inset-0 hover:underline"
          >
            {label}
          </Link>
        ) : (
          label
        )}
      </p>
      <p className="wrap-anywhere text-lg font-semibold @[11rem]:text-2xl tracking-tight tabular-nums">{value}</p>
      {note && <p className="text-sm text-muted">{note}</p>}
    </div>
  );
}
