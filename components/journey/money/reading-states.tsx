"use client";

import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";

const heights = { line: "h-6 w-2/3", facts: "h-48", card: "h-72", list: "h-96" } as const;

/** Room kept for what is being read: blocks of about its heights, so that nothing jumps when it is there. */
export function Skeleton({ blocks }: { blocks: readonly { name: string; height: keyof typeof heights }[] }) {
  return (
    <div className="flex flex-col gap-6">
      <p role="status" className="sr-only">
        Loading…
      </p>
      {blocks.map(({ name, height }) => (
        <div
          key={name}
          className={`${heights[height]} rounded-(--radius-field) bg-stone-200 motion-safe:animate-pulse dark:bg-stone-800`}
        />
      ))}
    </div>
  );
}

/** Says why something could not be read, and reads it once more. */
export function NotRead({ refused, again }: { refused: string; again: () => void }) {
  return (
    <div className="flex flex-col items-start gap-3">
      <Alert message={refused} />
      <Button look="secondary" onClick={again}>
        Try again
      </Button>
    </div>
  );
}
