import Link from "next/link";
import type { ReactNode } from "react";
import { buttonLook } from "./button";

type Props = { title: string; children: ReactNode; action?: { href: string; label: string } };

export function EmptyState({ title, children, action }: Props) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-line bg-surface px-6 py-12 text-center in-data-card:border-0 in-data-card:py-6">
      <p className="font-semibold">{title}</p>
      <div className="max-w-md text-sm text-muted text-pretty">{children}</div>
      {action && (
        <Link href={action.href} prefetch={false} className={`mt-3 ${buttonLook("secondary")}`}>
          {action.label}
        </Link>
      )}
    </div>
  );
}
