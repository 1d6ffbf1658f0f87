"use client";

import { unreachable } from "@/components/forms/outcome";
import { signOut } from "@/components/forms/session";
import { useWork } from "@/components/forms/use-work";
import { Alert } from "@/components/ui/alert";
import { Menu } from "@/components/ui/menu";

type Props = { staff: { name: string; email: string; role: string }; security: string };

/** Who is signed in, and what they may do about it. */
export function AccountMenu({ staff, security }: Props) {
  const work = useWork();
  const leave = () => work.run(() => signOut("marketplace", "/dashboard/login").catch(() => unreachable));
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-4">
      <div className="flex items-center justify-between gap-2">
        <div className="min-w-0 text-sm">
          <p className="truncate font-medium">{staff.name}</p>
          <p className="truncate text-xs text-muted" title={staff.email}>
            {staff.role[0]}
            {staff.role.slice(1).toLowerCase()}
          </p>
        </div>
        <Menu
          label="Account"
          items={[
            { label: "Your security", href: security },
            { label: "Sign out", onSelect: leave },
          ]}
        />
      </div>
      <Alert message={work.failure} />
    </div>
  );
}
