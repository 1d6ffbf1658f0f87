import Link from "next/link";
import { TestBadge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import type { ActionItem } from "./action-items";

const looks: Record<ActionItem["tone"], string> = {
  bad: "border-bad bg-bad-soft",
  warning: "border-warning bg-warning-soft",
  busy: "border-line bg-surface",
  good: "border-good bg-good-soft",
};

export function ActionItemsCard({ items }: { items: readonly ActionItem[] }) {
  return (
    <Card title="To do">
      {items.length === 0 ? (
        <p className="text-sm text-muted">You're all caught up. We will e-mail you when there is something to do.</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {items.map(({ tone, title, text, href, test }) => (
            <li
              key={`${href} ${title}`}
              className={`relative flex flex-col gap-0.5 rounded-lg border p-3 has-[a:hover]:border-edge ${looks[tone]}`}
            >
              <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                <Link
                  href={href}
                  prefetch={false}
                  className="wrap-anywhere min-w-0 font-semibold underline-offset-4 after:absolute after:inset-0 hover:underline"
                >
                  {title}
                </Link>
                {test && <TestBadge />}
              </span>
              <span className="wrap-anywhere text-sm text-pretty">{text}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
