import type { ReactNode } from "react";
import { AccountMenu } from "@/components/forms/sign-in/account-menu";
import { NavLink } from "@/components/ui/nav-link";
import { SkipLink } from "@/components/ui/page";
import { Toasts } from "@/components/ui/toast";
import { Bell } from "./bell";
import { BottomBar } from "./bottom-bar";
import { base, navigation } from "./nav";
import { UnreadBadge } from "./unread-badge";

type Props = {
  user: { name: string; email: string };
  unread: number;
  children: ReactNode;
};

export function Shell({ user, unread, children }: Props) {
  return (
    <div className="min-h-dvh bg-canvas text-ink lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
      <SkipLink />
      <header className="compact flex flex-col gap-6 border-line bg-surface px-4 py-2 max-lg:border-b lg:sticky lg:top-0 lg:h-dvh lg:border-e lg:px-3 lg:py-5">
        <div className="flex min-h-11 items-center justify-between gap-3 lg:px-2">
          <p className="flex min-w-0 items-center gap-2.5 font-semibold">
            <span className="size-6 shrink-0 bg-[url(/icon.svg)] bg-cover" aria-hidden="true" />
            <span className="truncate">Marketplace Financing</span>
          </p>
          <Bell unread={unread} />
        </div>
        <nav aria-label="Account" className="flex flex-col gap-5 max-lg:hidden lg:min-h-0 lg:grow lg:overflow-y-auto">
          {navigation.map(({ label, entries }) => (
            <div key={label}>
              <p className="px-2 pb-1 text-xs font-medium text-muted">{label}</p>
              <ul>
                {entries.map(({ path, label, also, icon: Icon }) => (
                  <li key={path}>
                    <NavLink base={base} path={path} also={also}>
                      <Icon className="size-4 shrink-0" />
                      {label}
                      {path === "/notifications" && <UnreadBadge count={unread} />}
                    </NavLink>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <div className="max-lg:hidden">
          <AccountMenu kind="merchant" user={user} note={user.email} places={places} />
        </div>
      </header>
      <main id="content" className="min-w-0 pb-24 lg:pb-10">
        <div className="mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 py-6 sm:px-6 lg:px-8 lg:py-10">
          {children}
        </div>
      </main>
      <BottomBar user={user} />
      <Toasts />
    </div>
  );
}

const places = [
  { label: "Profile", href: `${base}/profile` },
  { label: "Security", href: `${base}/security` },
];
