"use client";

import { usePathname } from "next/navigation";

type Props = {
  /** What the data sets are below: `/dashboard`. */
  area: string;
  environment: "test" | "live";
  live: boolean;
  /** Of the navigation: the switch leads to the same place in the other data set, where it has one. */
  paths: readonly string[];
};

const looks = {
  test: "aria-[current=true]:bg-amber-100 aria-[current=true]:text-amber-950 dark:aria-[current=true]:bg-amber-900 dark:aria-[current=true]:text-amber-100",
  live: "aria-[current=true]:bg-brand aria-[current=true]:text-white dark:aria-[current=true]:bg-brand-soft dark:aria-[current=true]:text-stone-950",
};

export function EnvironmentSwitch({ area, environment, live, paths }: Props) {
  const at = usePathname();
  const place = paths.filter((path) => path !== "" && `${at}/`.startsWith(`${area}/${environment}${path}/`));
  return (
    <nav aria-label="Data set" className="grid grid-cols-2 gap-1 rounded-lg border border-line bg-sunken p-1">
      {(["test", "live"] as const).map((one) => (
        // A full load: nothing of one data set stays on the screen of the other.
        <a
          key={one}
          href={`${area}/${one}${place[0] ?? ""}`}
          aria-current={one === environment}
          className={`flex min-h-9 flex-col items-center justify-center rounded-md text-sm leading-tight font-semibold text-muted hover:text-ink lg:min-h-8 ${looks[one]}`}
        >
          {one === "test" ? "Test" : "Live"}
          {one === "live" && !live && <span className="text-xs font-normal">not yet</span>}
        </a>
      ))}
    </nav>
  );
}
