import type { ReactNode } from "react";
import { AccountMenu } from "@/components/forms/sign-in/account-menu";
import { type Icon, Search } from "@/components/ui/icons";
import { NavLink } from "@/components/ui/nav-link";
import { SkipLink } from "@/components/ui/page";
import { Toasts } from "@/components/ui/toast";
import { EnvironmentSwitch } from "./environment-switch";
import { Goes } from "./going";
import type { Place } from "./place";
import { Shortcuts } from "./shortcuts";
import { SidePanel } from "./side-panel";

export type NavEntry = Place & {
  icon: Icon;
  only?: "test";
  /** Other pages that it stands for. */
  also?: readonly string[];
};

export type NavGroup = { label: string; entries: readonly NavEntry[] };

type Props = {
  /** What both data sets are below: `/dashboard`. */
  area: "/dashboard" | "/ops";
  kind: "marketplace" | "operator";
  environment: "test" | "live";
  live: boolean;
  /** Whose pages these are, as the panel names them, and as navigation is called. */
  name: string;
  label: string;
  user: { name: string; email: string };
  /** What stands below the user's name. */
  note: string;
  groups: readonly NavGroup[];
  searchLabel: string;
  children: ReactNode;
};

/** What is around every page of staff: whose data it is, search, ways, and who is signed in. */
export function StaffShell({ area, kind, environment, live, name, label, user, note, children, ...its }: Props) {
  const base = `${area}/${environment}`;
  const groups = its.groups.map(({ label, entries }) => ({
    label,
    entries: entries.filter(({ only }) => only === undefined || only === environment),
  }));
  const places = groups.flatMap(({ entries }) => entries.map(({ path, label, key }) => ({ path, label, key })));
  const common = groups.flatMap(({ entries }) => entries.filter(({ only }) => only === undefined));
  const paths = ["/search", ...common.flatMap(({ path, also = [] }) => [path, ...also])];
  return (
    <Goes>
      <div className="compact min-h-dvh bg-canvas text-ink lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
        <SkipLink />
        <SidePanel name={name} environment={environment}>
          <EnvironmentSwitch area={area} environment={environment} live={live} paths={paths} />
          <search>
            <form action={`${base}/search`} className="relative">
              <Search className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted" />
              <input
                type="search"
                name="q"
                aria-label={its.searchLabel}
                placeholder={its.searchLabel}
                autoComplete="off"
                spellCheck={false}
                data-search="everything"
                className="min-h-(--control) w-full rounded-(--radius-field) border border-edge bg-surface pr-2 pl-8 text-(length:--control-text) placeholder:text-muted"
              />
            </form>
          </search>
          <nav aria-label={label} className="flex flex-col gap-4 lg:min-h-0 lg:grow lg:overflow-y-auto">
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
            kind={kind}
            user={user}
            note={note}
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
    </Goes>
  );
}
