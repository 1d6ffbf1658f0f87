"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { signInPages } from "@/components/forms/session";
import { SignOutButton } from "@/components/forms/sign-in/sign-out-button";
import { Ellipsis } from "@/components/ui/icons";
import { NavLink, standsFor } from "@/components/ui/nav-link";
import { useHydrated } from "@/components/ui/use-hydrated";
import { base, navigation } from "./nav";

const entries = navigation.flatMap((group) => group.entries);
const look =
  "relative flex min-h-14 w-full flex-col items-center justify-center gap-0.5 text-xs font-medium text-muted -outline-offset-3 aria-[current=page]:text-accent aria-expanded:text-accent";

export function BottomBar({ user }: { user: { name: string; email: string } }) {
  const at = usePathname();
  const hydrated = useHydrated();
  // Open at one address only: whoever has gone somewhere wants to see the page.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const open = openAt === at;
  const rest = entries.filter(({ atHand }) => !atHand);
  const inRest = rest.some((entry) => standsFor(at, base, entry));
  return (
    <nav
      aria-label="Account"
      data-bottom-bar
      onKeyDown={({ key }) => key === "Escape" && setOpenAt(null)}
      className="fixed inset-x-0 bottom-0 z-20 flex flex-col-reverse border-t border-line bg-surface lg:hidden"
    >
      <ul className="grid grid-cols-5">
        {entries
          .filter(({ atHand }) => atHand)
          .map((entry) => (
            <li key={entry.path}>
              <Link
                href={`${base}${entry.path}`}
                prefetch={false}
                aria-current={standsFor(at, base, entry) ? "page" : undefined}
                className={look}
              >
                <entry.icon className="size-5" aria-hidden="true" />
                {entry.label}
              </Link>
            </li>
          ))}
        <li>
          <button
            type="button"
            disabled={!hydrated}
            aria-expanded={open}
            aria-controls="more-places"
            aria-current={inRest ? "page" : undefined}
            onClick={() => setOpenAt(open ? null : at)}
            className={look}
          >
            <Ellipsis className="size-5" aria-hidden="true" />
            More
          </button>
        </li>
      </ul>
      <div
        id="more-places"
        hidden={!open}
        className="flex max-h-[70dvh] flex-col gap-3 overflow-y-auto border-b border-line p-4 [[hidden]]:hidden"
      >
        <ul className="grid grid-cols-2 gap-1">
          {rest.map(({ path, label, icon: Icon }) => (
            <li key={path}>
              <NavLink base={base} path={path}>
                <Icon className="size-4 shrink-0" />
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
        <div className="flex items-center justify-between gap-3 border-t border-line pt-3">
          <p className="min-w-0 text-sm">
            <span className="block truncate font-medium">{user.name}</span>
            <span className="block truncate text-xs text-muted">{user.email}</span>
          </p>
          <div className="shrink-0">
            <SignOutButton label="Sign out" next={signInPages.merchant} look="secondary" />
          </div>
        </div>
      </div>
    </nav>
  );
}
