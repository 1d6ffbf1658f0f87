import Link from "next/link";
import type { ReactNode } from "react";

type Props = { title: string; lead?: ReactNode; actions?: ReactNode; back?: { href: string; label: string } };

/** The heading of a page of the dashboard: what it shows, the way back, and what can be done here. */
export function PageHeader({ title, lead, actions, back }: Props) {
  return (
    <header className="flex flex-col gap-1">
      {back && (
        <Link
          href={back.href}
          prefetch={false}
          className="w-fit text-sm font-medium text-muted underline-offset-4 hover:underline"
        >
          <span aria-hidden="true">← </span>
          {back.label}
        </Link>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="wrap-anywhere min-w-0 text-2xl font-semibold tracking-tight text-balance">{title}</h1>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {lead && <p className="max-w-prose text-sm text-muted text-pretty">{lead}</p>}
    </header>
  );
}
