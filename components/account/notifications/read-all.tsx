"use client";

import { unreachable } from "@/components/forms/outcome";
import { useDone } from "@/components/forms/use-done";
import { useWork } from "@/components/forms/use-work";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { useHydrated } from "@/components/ui/use-hydrated";

/** Marks all notifications as read. */
export function ReadAll({ readAll }: { readAll: (typed: Record<string, never>) => Promise<unknown> }) {
  const { busy, failure, run } = useWork();
  const hydrated = useHydrated();
  const done = useDone();
  const mark = async () => done(await readAll({}), "All notifications are marked as read.");
  return (
    <div className="flex flex-col gap-2">
      <Button
        look="secondary"
        busy={busy}
        disabled={!hydrated}
        onClick={() => run(() => mark().catch(() => unreachable))}
      >
        Mark all as read
      </Button>
      <Alert message={failure} />
    </div>
  );
}
