import type { ReactNode } from "react";
import { StaffShell } from "@/components/staff/shell";
import { type NavList, navigationOf } from "./nav";

type Props = {
  environment: "test" | "live";
  staff: { name: string; email: string; role: string };
  marketplace: { name: string; live: boolean };
  lists: readonly NavList[];
  children: ReactNode;
};

export function Shell({ environment, staff, marketplace, lists, children }: Props) {
  return (
    <StaffShell
      area="/dashboard"
      kind="marketplace"
      environment={environment}
      live={marketplace.live}
      name={marketplace.name}
      label="Dashboard"
      user={staff}
      note={`${staff.role[0]}${staff.role.slice(1).toLowerCase()}`}
      groups={navigationOf(lists)}
      searchLabel="Search everything"
    >
      {children}
    </StaffShell>
  );
}
