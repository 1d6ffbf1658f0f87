"use client";

import { useState } from "react";
import { unreachable } from "@/components/forms/outcome";
import { useWork } from "@/components/forms/use-work";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { useHydrated } from "@/components/ui/use-hydrated";
import { signOut } from "./session";

/** Signs out and goes on to `next`. */
export function SignOutButton({ label, next, look }: { label: string; next: string; look: "secondary" | "quiet" }) {
  const { busy, run } = useWork();
  const hydrated = useHydrated();
  const [failure, setFailure] = useState<string | null>(null);
  const leave = async () => {
    setFailure(null);
    return signOut(next).catch(() => {
      setFailure(unreachable.refused);
      return null;
    });
  };
  return (
    <div className="flex flex-col items-start">
      <Button look={look} busy={busy} disabled={!hydrated} onClick={() => run(leave)}>
        {label}
      </Button>
      <Alert message={failure} />
    </div>
  );
}
