"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { isUncertain } from "@/components/calls/refusals";
import type { FormDraft } from "@/components/forms/draft";
import { Button } from "@/components/ui/button";
import { useKyc } from "./context";
import type { Place } from "./drafts";
import { isFocusLost } from "./focus";

/**
 * The draft of a form, for `SchemaForm`. `version` is the form's key: with another one it has to begin anew, because
 * what was typed was discarded or replaced.
 */
export function useDraft(step: Place["step"], item: string | null = null): { draft: FormDraft; version: string } {
  const { drafts } = useKyc();
  const place = { step, item };
  const [opened, setOpened] = useState(() => ({ times: 0, typed: drafts.open(place) }));
  const inConflict = useSyncExternalStore(
    drafts.subscribe,
    () => drafts.inConflict(step),
    () => false,
  );

  // With the choice the button that was pressed goes.
  const [focusNext, setFocusNext] = useState<string | null>(null);
  useEffect(() => {
    if (focusNext && isFocusLost()) document.querySelector<HTMLElement>(focusNext)?.focus();
    setFocusNext(null);
  }, [focusNext]);
  const choosing = (next: string, choose: () => void) => () => {
    setFocusNext(next);
    choose();
  };

  const openAgain = () => setOpened(({ times }) => ({ times: times + 1, typed: drafts.open(place) }));

  return {
    version: `${step} ${opened.times}`,
    draft: {
      typed: opened.typed,
      keep: (typed) => drafts.keep(place, typed),
      settle: (typed) => drafts.settle(place, typed),
      refused: ({ code }) => isUncertain(code) && drafts.unheard(place),
      saved: () => drafts.saved(place),
      restored: opened.typed && (
        <Restored
          discard={choosing("h1", () => {
            drafts.discard(place);
            openAgain();
          })}
        />
      ),
      conflict: (
        <div role="alert">
          {inConflict && (
            <Conflict
              keepHere={choosing("form [type=submit]", () => drafts.keepHere(place))}
              takeThere={choosing("h1", () => {
                drafts.takeThere(place);
                openAgain();
              })}
            />
          )}
        </div>
      ),
    },
  };
}

const noteLook =
  "flex flex-col items-start gap-2 rounded-(--radius-field) border border-amber-700 bg-amber-50 p-4 text-amber-950 dark:border-amber-500 dark:bg-amber-950 dark:text-amber-100";

function Restored({ discard }: { discard: () => void }) {
  return (
    <div className={noteLook}>
      <p>What you typed before is here again. It is not saved yet.</p>
      <Button look="secondary" onClick={discard}>
        Discard it
      </Button>
    </div>
  );
}

function Conflict({ keepHere, takeThere }: { keepHere: () => void; takeThere: () => void }) {
  return (
    <div className={noteLook}>
      <p className="font-semibold">This was changed in another window or on another device.</p>
      <p>Nothing is overwritten until you choose.</p>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" onClick={takeThere}>
          Show what is there
        </Button>
        <Button look="secondary" onClick={keepHere}>
          Keep what I typed here
        </Button>
      </div>
    </div>
  );
}
