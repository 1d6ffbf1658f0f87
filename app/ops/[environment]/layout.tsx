import type { ReactNode } from "react";
import { operatorAt } from "@/app/ops/operator";
import { consoleNavigation } from "@/components/ops/nav";
import { StaffShell } from "@/components/staff/shell";
import { operatorRoleLabels } from "@/lib/terms/users/constants";

export const metadata = { title: { default: "Console", template: "%s · Console" } };

type Props = { params: Promise<{ environment: string }>; children: ReactNode };

export default async function ConsoleLayout({ params, children }: Props) {
  const { environment, operator } = await operatorAt(params);
  return (
    <StaffShell
      area="/ops"
      kind="operator"
      environment={environment}
      live
      name="Operator console"
      label="Console"
      user={operator}
      note={operatorRoleLabels[operator.role]}
      groups={consoleNavigation}
      searchLabel="Name, number, order, loan"
    >
      {children}
    </StaffShell>
  );
}
