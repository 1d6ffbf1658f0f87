"use client";

import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { isFocusLost } from "./focus";
import { Thumbnail } from "./thumbnail";
import type { Sending } from "./use-file-upload";

export function SendingView(props: { sending: Sending; retry: () => void; giveUp: () => void }) {
  const { sending, retry, giveUp } = props;
  const { name, preview, share, problem, canRetry } = sending;
  const percent = Math.round((share ?? 1) * 100);
  const view = useRef<HTMLDivElement>(null);
  const trying = problem === null;
  // It replaces the buttons that picked the file, and at another try those of its own.
  useEffect(() => {
    if (trying && isFocusLost()) view.current?.focus({ preventScroll: true });
  }, [trying]);

  return (
    <div ref={view} tabIndex={-1} className="flex w-full flex-col gap-3 outline-none">
      <div className="flex items-center gap-3 text-left">
        <Thumbnail preview={preview} />
        <div className="flex min-w-0 flex-1 flex-col gap-1.5">
          <p className="wrap-anywhere line-clamp-2 font-medium">{name}</p>
          {problem === null && (
            <>
              <progress
                aria-label={`Upload of ${name}`}
                max={100}
                value={percent}
                className="h-2 w-full appearance-none overflow-hidden rounded-full bg-stone-200 dark:bg-stone-700 [&::-moz-progress-bar]:bg-brand dark:[&::-moz-progress-bar]:bg-brand-soft [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-brand dark:[&::-webkit-progress-value]:bg-brand-soft"
              />
              <p className="text-sm tabular-nums text-stone-700 dark:text-stone-300">
                {share === null || percent === 100 ? "Checking the file…" : `${percent}% uploaded`}
              </p>
            </>
          )}
        </div>
      </div>
      <div role="alert">
        {problem !== null && <p className="wrap-anywhere text-left text-red-800 dark:text-red-300">{problem}</p>}
      </div>
      {problem !== null && (
        <div className="flex flex-wrap gap-2">
          {canRetry && (
            <Button look="secondary" onClick={retry}>
              Try again
            </Button>
          )}
          <Button look="quiet" className="px-2" onClick={giveUp}>
            {canRetry ? "Cancel" : "Choose another file"}
          </Button>
        </div>
      )}
    </div>
  );
}
