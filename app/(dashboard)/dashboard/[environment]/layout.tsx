import type { ReactNode } from "react";
import { staffAt } from "@/app/(dashboard)/staff";
import { Shell } from "@/components/dashboard/shell";
import { lists } from "@/lib/surfaces/dashboard/lists";

export const metadata = { title: { default: "Dashboard", template: "%s · Dashboard" } };

type Props = { params: Promise<{ environment: string }>; children: ReactNode };

export default async function DashboardLayout({ params, children }: Props) {
  const { environment, staff, marketplace } = await staffAt(params);
  return (
    <Shell environment={environment} staff={staff} marketplace={marketplace} lists={lists}>
      {children}
    </Shell>
  );
}
