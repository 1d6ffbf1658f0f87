import Link from "next/link";

type Props = { tabs: readonly { href: string; label: string; current: boolean }[] };

export function TabLinks({ tabs }: Props) {
  return (
    <nav aria-label="Parts of this page" className="border-b border-line">
      <ul className="flex flex-wrap gap-x-1">
        {tabs.map(({ href, label, current }) => (
          <li key={href}>
            <Link
              href={href}
              prefetch={false}
              aria-current={current ? "page" : undefined}
              className="block border-b-2 border-transparent px-3 py-2 text-sm font-medium whitespace-nowrap text-muted -outline-offset-3 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
