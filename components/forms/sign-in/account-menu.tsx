"use client";

import { unreachable } from "@/components/forms/outcome";
import { type SigningIn, signInPages, signOut } from "@/components/forms/session";
import { useWork } from "@/components/forms/use-work";
import { Alert } from "@/components/ui/alert";
import { Menu } from "@/components/ui/menu";

type Props = {
  kind: SigningIn;
  user: { name: string; email: string };
  note: string;
  places: readonly { label: string; href: string }[];
};

export function AccountMenu({ kind, user, note, places }: Props) {
  const work = useWork();
  const leave = () => work.run(() => signOut(kind, signInPages[kind]).catch(() => unreachable));
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-4">
      <div className="flex items-center justify-between gap-2">
        <div className="min-w-0 text-sm">
          <p className="truncate font-medium">{user.name}</p>
          <p className="truncate text-xs text-muted" title={user.email}>
            {note}
          </p>
        </div>
        <Menu label="Account" items={[...places, { label: "Sign out", onSelect: leave }]} />
      </div>
      <Alert message={work.failure} />
    </div>
  );
}
