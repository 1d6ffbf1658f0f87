import type { ReactNode } from "react";
import { AccountMenu } from "@/components/forms/sign-in/account-menu";
import { Search } from "@/components/ui/icons";
import { NavLink } from "@/components/ui/nav-link";
import { SkipLink } from "@/components/ui/page";
import { Toasts } from "@/components/ui/toast";
import { EnvironmentSwitch } from "./environment-switch";
import { type NavList, navigationOf } from "./nav";
import { Shortcuts } from "./shortcuts";
import { SidePanel } from "./side-panel";

type Props = {
  environment: "test" | "live";
  staff: { name: string; email: string; role: string };
  marketplace: { name: string; live: boolean };
  lists: readonly NavList[];
  children: ReactNode;
};

export function Shell({ environment, staff, marketplace, lists, children }: Props) {
  const base = `/dashboard/${environment}`;
  const groups = navigationOf(lists).map(({ label, entries }) => ({
    label,
    entries: entries.filter(({ only }) => only === undefined || only === environment),
  }));
  const places = groups.flatMap(({ entries }) => entries.map(({ path, label, key }) => ({ path, label, key })));
  const common = groups.flatMap(({ entries }) => entries.filter(({ only }) => only === undefined));
  const paths = ["/search", ...common.flatMap(({ path, also = [] }) => [path, ...also])];
  return (
    <div className="compact min-h-dvh bg-canvas text-ink lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <SkipLink />
      <SidePanel name={marketplace.name} environment={environment}>
        <EnvironmentSwitch environment={environment} live={marketplace.live} paths={paths} />
        <search>
          <form action={`${base}/search`} className="relative">
            <Search className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted" />
            <input
              type="search"
              name="q"
              aria-label="Search everything"
              placeholder="Search everything"
              autoComplete="off"
              spellCheck={false}
              data-search="everything"
              className="min-h-(--control) w-full rounded-(--radius-field) border border-edge bg-surface pr-2 pl-8 text-(length:--control-text) placeholder:text-muted"
            />
          </form>
        </search>
        <nav aria-label="Dashboard" className="flex flex-col gap-4 lg:min-h-0 lg:grow lg:overflow-y-auto">
          {groups.map(({ label, entries }) => (
            <div key={label}>
              <p className="px-2 pb-1 text-xs font-medium text-muted">{label}</p>
              <ul>
                {entries.map(({ path, label, also, icon: Icon }) => (
                  <li key={path}>
                    <NavLink base={base} path={path} also={also}>
                      <Icon className="size-4 shrink-0" />
                      {label}
                    </NavLink>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <Shortcuts base={base} places={places} />
        <AccountMenu
          kind="marketplace"
          user={staff}
          note={`${staff.role[0]}${staff.role.slice(1).toLowerCase()}`}
          places={[{ label: "Your security", href: `${base}/security` }]}
        />
      </SidePanel>
      <main id="content" className="min-w-0">
        {environment === "test" && (
          <p className="border-b border-amber-700/30 bg-amber-100 px-4 py-1.5 text-center text-xs font-medium text-amber-950 dark:border-amber-500/30 dark:bg-amber-950 dark:text-amber-100">
            <strong className="tracking-widest">TEST DATA</strong> · no real merchants, no real money
          </p>
        )}
        <div className="mx-auto flex w-full max-w-7xl flex-col gap-6 px-4 py-6 sm:px-6 lg:px-8">{children}</div>
      </main>
      <Toasts />
    </div>
  );
}
