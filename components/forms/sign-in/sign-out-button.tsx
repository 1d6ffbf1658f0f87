"use client";

import { ActionButton } from "@/components/forms/action-button";
import { signOut } from "@/components/forms/session";

export function SignOutButton({ label, next, look }: { label: string; next: string; look: "secondary" | "quiet" }) {
  return (
    <div className="flex flex-col items-start">
      <ActionButton look={look} act={() => signOut("merchant", next)}>
        {label}
      </ActionButton>
    </div>
  );
}
