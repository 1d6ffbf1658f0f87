"use client";

import { unreachable } from "@/components/forms/outcome";
import { signOut } from "@/components/forms/session";
import { useWork } from "@/components/forms/use-work";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { useHydrated } from "@/components/ui/use-hydrated";

/** Signs out and goes on to `next`. */
export function SignOutButton({ label, next, look }: { label: string; next: string; look: "secondary" | "quiet" }) {
  const { busy, failure, run } = useWork();
  const hydrated = useHydrated();
  return (
    <div className="flex flex-col items-start">
      <Button
        look={look}
        busy={busy}
        disabled={!hydrated}
        onClick={() => run(() => signOut("merchant", next).catch(() => unreachable))}
      >
        {label}
      </Button>
      <Alert message={failure} />
    </div>
  );
}
