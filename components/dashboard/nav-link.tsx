"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { LinkHint } from "@/components/ui/link-hint";

/** An entry of the navigation, marked while one is there or below it. */
export function NavLink({ base, path, children }: { base: string; path: string; children: ReactNode }) {
  const at = usePathname();
  const href = `${base}${path}`;
  const current = at === href || (path !== "" && at.startsWith(`${href}/`));
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={current ? "page" : undefined}
      className="flex min-h-11 items-center gap-2.5 rounded-md px-2 text-sm font-medium text-muted -outline-offset-2 hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:text-ink lg:min-h-8"
    >
      {children}
      <LinkHint />
    </Link>
  );
}
