"use client";

import type { MouseEvent } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { Reading } from "./use-reading";

const heights = { line: "h-6 w-2/3", facts: "h-48", card: "h-72", list: "h-96" } as const;
export type BlockHeight = keyof typeof heights;

/** In place of what is being read: room of about its size, so that nothing jumps; or why it could not be read. */
export function Unread(props: {
  reading: Pick<Reading<unknown>, "refused" | "again">;
  blocks: readonly BlockHeight[];
}) {
  const { reading, blocks } = props;
  if (reading.refused !== null) return <NotRead refused={reading.refused} again={reading.again} />;
  return (
    <div className="flex flex-col gap-6">
      <p role="status" className="sr-only">
        Loading…
      </p>
      {Array.from(blocks.entries(), ([place, height]) => (
        <div
          key={place}
          className={`${heights[height]} rounded-(--radius-field) bg-stone-200 motion-safe:animate-pulse dark:bg-stone-800`}
        />
      ))}
    </div>
  );
}

export function NotRead({ refused, again }: { refused: string; again: () => void }) {
  function press({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    // The button goes: whoever pressed it by keyboard stays in the step.
    currentTarget.closest("main")?.querySelector("h1")?.focus();
    again();
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <Alert message={refused} />
      <Button look="secondary" onClick={press}>
        Try again
      </Button>
    </div>
  );
}
