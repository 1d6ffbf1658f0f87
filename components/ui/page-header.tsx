import Link from "next/link";
import type { ReactNode } from "react";

type Props = {
  title: string;
  /** How what it shows stands, beside the title. */
  state?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  back?: { href: string; label: string };
};

export function PageHeader({ title, state, lead, actions, back }: Props) {
  return (
    <header className="flex flex-col gap-1">
      {back && (
        <Link
          href={back.href}
          prefetch={false}
          className="inline-flex min-h-6 w-fit items-center gap-1 text-sm font-medium text-muted underline-offset-4 hover:underline pointer-coarse:min-h-11"
        >
          <span aria-hidden="true">←</span>
          {back.label}
        </Link>
      )}
      <div className="flex flex-col gap-3 sm:flex-row sm:justify-between sm:gap-6">
        <div className="flex min-w-0 flex-col gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="wrap-anywhere min-w-0 text-2xl font-semibold tracking-tight text-balance">{title}</h1>
            {state}
          </div>
          {lead && <p className="max-w-prose text-sm text-muted text-pretty">{lead}</p>}
        </div>
        {actions && <div className="flex shrink-0 flex-wrap items-center gap-2 self-start">{actions}</div>}
      </div>
    </header>
  );
}
