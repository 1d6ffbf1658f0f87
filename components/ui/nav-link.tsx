"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { LinkHint } from "./link-hint";

type Entry = {
  path: string;
  /** Other pages that it stands for. */
  also?: readonly string[] | undefined;
};

/** An entry of the navigation, marked while one is there or below it. */
export function NavLink({ base, path, also, children }: Entry & { base: string; children: ReactNode }) {
  const at = usePathname();
  return (
    <Link
      href={`${base}${path}`}
      prefetch={false}
      aria-current={standsFor(at, base, { path, also }) ? "page" : undefined}
      className="relative flex min-h-11 items-center gap-2.5 rounded-md px-2 text-sm font-medium text-muted -outline-offset-2 hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:text-ink lg:min-h-7.5"
    >
      {children}
      <LinkHint />
    </Link>
  );
}

/** Whether an address is that of an entry of the navigation, or below it; of the first page, only that itself. */
export function standsFor(at: string, base: string, { path, also = [] }: Entry): boolean {
  return [path, ...also].some((one) => at === `${base}${one}` || (one !== "" && at.startsWith(`${base}${one}/`)));
}
