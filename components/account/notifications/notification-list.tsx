import Link from "next/link";
import { TestBadge } from "@/components/ui/badge";
import { Moment } from "@/components/ui/moment";

type Item = {
  id: string;
  subject: string;
  businessName: string;
  marketplace: string;
  environment: "test" | "live";
  createdAt: Date;
  readAt: Date | null;
  /** What the clock of its shop shows. */
  now: Date;
};

export function NotificationList({ items }: { items: readonly Item[] }) {
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
      {items.map(({ id, subject, businessName, marketplace, environment, createdAt, readAt, now }) => (
        <li key={id} className="relative flex gap-3 px-4 py-3 hover:bg-sunken">
          <span
            aria-hidden="true"
            className={`mt-2 size-2 shrink-0 rounded-full ${readAt ? "" : "bg-brand dark:bg-brand-soft"}`}
          />
          <span className="wrap-anywhere flex min-w-0 grow flex-col gap-0.5">
            <Link
              href={`/account/notifications/${id}`}
              prefetch={false}
              className={`underline-offset-4 after:absolute after:inset-0 hover:underline ${readAt ? "" : "font-semibold"}`}
            >
              {subject}
              {!readAt && <span className="sr-only"> (unread)</span>}
            </Link>
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
              {businessName} on {marketplace} {environment === "test" && <TestBadge />}
              <Moment at={createdAt} relative={now} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
