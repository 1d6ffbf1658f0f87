import type { ReactNode } from "react";
import { TestBadge } from "@/components/ui/badge";
import { Toasts } from "@/components/ui/toast";
import { navigation } from "./nav";

type Props = {
  environment: "test" | "live";
  staff: { name: string; email: string; role: string };
  marketplace: { name: string; live: boolean };
  children: ReactNode;
};

/** The frame of every page of the dashboard: where one is, in which data set, and as whom. */
export function Shell({ environment, staff, marketplace, children }: Props) {
  const other = environment === "test" ? "live" : "test";
  return (
    <div className="compact flex flex-col gap-4 p-4">
      <header className="flex flex-wrap items-center gap-4">
        <strong>{marketplace.name}</strong>
        {environment === "test" && <TestBadge />}
        <a href={`/dashboard/${other}`}>Switch to {other}</a>
        <span>
          {staff.name} ({staff.role})
        </span>
      </header>
      <nav aria-label="Dashboard">
        <ul className="flex flex-wrap gap-4">
          {navigation
            .flatMap(({ entries }) => [...entries])
            .filter((entry) => !("only" in entry) || entry.only === environment)
            .map(({ path, label }) => (
              <li key={path}>
                <a href={`/dashboard/${environment}${path}`}>{label}</a>
              </li>
            ))}
        </ul>
      </nav>
      <main className="flex flex-col gap-6">{children}</main>
      <Toasts />
    </div>
  );
}
