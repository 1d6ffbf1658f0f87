"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { LinkHint } from "@/components/ui/link-hint";

type Props = { base: string; path: string; also?: readonly string[] | undefined; children: ReactNode };

/** An entry of the navigation, marked while one is there or below it. */
export function NavLink({ base, path, also = [], children }: Props) {
  const at = usePathname();
  const href = `${base}${path}`;
  const current = [path, ...also].some((one) => isAt(at, `${base}${one}`, one === ""));
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={current ? "page" : undefined}
      className="relative flex min-h-11 items-center gap-2.5 rounded-md px-2 text-sm font-medium text-muted -outline-offset-2 hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:text-ink lg:min-h-7.5"
    >
      {children}
      <LinkHint />
    </Link>
  );
}

/** `exactly`: not below it either. */
function isAt(at: string, place: string, exactly: boolean): boolean {
  return at === place || (!exactly && at.startsWith(`${place}/`));
}
