import Link from "next/link";
import { LinkHint } from "./link-hint";

type Props = {
  path: string;
  /** What the reader chose: filters and sort, kept on the way; a cursor in it is replaced. */
  query: Record<string, string | undefined>;
  /** Ids of the first and last row shown; `""` leads to the list's beginning. */
  first?: string;
  last?: string;
  hasNewer: boolean;
  hasOlder: boolean;
};

export function Pager({ path, query, first, last, hasNewer, hasOlder }: Props) {
  if (!hasNewer && !hasOlder) return null;
  const to = (cursor: Record<string, string>) => {
    const kept = Object.entries({ ...query, startingAfter: undefined, endingBefore: undefined, ...cursor });
    const given = kept.flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []));
    return `${path}?${new URLSearchParams(given)}`;
  };
  return (
    <nav aria-label="Pages" className="flex items-center gap-2">
      <Step href={hasNewer && first !== undefined ? to({ endingBefore: first }) : null} label="Newer" rel="prev" />
      <Step href={hasOlder && last !== undefined ? to({ startingAfter: last }) : null} label="Older" rel="next" />
    </nav>
  );
}

function Step({ href, label, rel }: { href: string | null; label: string; rel: "prev" | "next" }) {
  const look =
    "relative inline-flex min-h-(--control) items-center rounded-(--radius-field) border px-3 text-sm font-medium";
  if (href === null)
    return (
      <span aria-disabled="true" className={`${look} border-line text-muted`}>
        {label}
      </span>
    );
  return (
    <Link href={href} rel={rel} prefetch={false} className={`${look} border-edge bg-surface hover:bg-sunken`}>
      {label}
      <LinkHint />
    </Link>
  );
}
