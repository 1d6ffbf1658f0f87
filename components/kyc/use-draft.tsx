"use client";

import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { isUncertain } from "@/components/calls/refusals";
import type { FormDraft } from "@/components/forms/draft";
import { Button } from "@/components/ui/button";
import type { KycSession } from "@/lib/merchants/kyc/session/schema";
import { differences, textsOf } from "./compare";
import { Comparison, type Texts } from "./comparison";
import { useKyc } from "./context";
import type { Place } from "./drafts";
import { isFocusLost } from "./focus";

type Edited = Texts & {
  /** The form's values as they are saved; undefined: they are no longer there. */
  saved: (session: KycSession) => object | undefined;
};

type Opened = { times: number; typed: FormDraft["typed"]; began: KycSession };

/**
 * The draft of a form, for `SchemaForm`. `version` is the form's key: with another one it has to begin anew, because
 * what was typed was discarded or replaced, or because somebody saved before anything was typed. `began`: the session
 * whose values it begins with. `seen`: the one whose revision the merchant has seen by now.
 * @param edited without it, two texts are chosen from as wholes
 */
export function useDraft(
  step: Place["step"],
  item: string | null = null,
  edited?: Edited,
): { draft: FormDraft; version: string; began: KycSession; seen: () => KycSession } {
  const { session, drafts, refresh } = useKyc();
  const place = { step, item };
  const [opened, setOpened] = useState<Opened>(() => ({ times: 0, typed: drafts.open(place), began: session }));
  const { began } = opened;
  const inConflict = useSyncExternalStore(
    drafts.subscribe,
    () => drafts.inConflict(step),
    () => false,
  );

  const here = useSyncExternalStore(
    drafts.subscribe,
    () => (inConflict ? drafts.typedHere(place) : null),
    () => null,
  );

  const isLate = useSyncExternalStore(
    drafts.subscribe,
    () => drafts.isLate(step),
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

  const openAgain = () => setOpened(({ times }) => ({ times: times + 1, typed: drafts.open(place), began: session }));

  const follow = useEffectEvent(() => {
    if (!drafts.has(place)) openAgain();
  });
  const isBehind = edited !== undefined && revisionOf(session, step) !== revisionOf(began, step);
  useEffect(() => {
    if (isBehind) follow();
  }, [isBehind]);

  function conflict() {
    const stored = session.drafts.find((draft) => draft.step === step);
    const saved = edited?.saved(session);
    // What is typed there may be about something else of the step.
    const aside = stored?.values && stored.item !== item;
    if (!edited || !saved || !here || aside) {
      return (
        <WholeChoice
          keepHere={choosing("form [type=submit]", () => drafts.keepHere(place))}
          takeThere={choosing("h1", () => {
            drafts.takeThere(place);
            openAgain();
          })}
        />
      );
    }
    const names = Object.keys(edited.fields);
    const there = { ...textsOf(names, saved), ...stored?.values };
    const before = textsOf(names, edited.saved(began) ?? {});
    return (
      <Comparison
        key={JSON.stringify(there)}
        proposed={differences(names, { began: before, there, here })}
        here={here}
        texts={edited}
        choose={(values) => {
          setFocusNext("form [type=submit]");
          drafts.keepHere(place, values);
          openAgain();
        }}
      />
    );
  }

  return {
    version: `${step} ${opened.times}`,
    began,
    seen: () => drafts.seen(step) ?? began,
    draft: {
      typed: opened.typed,
      show: (fields, fill) =>
        drafts.show(place, { began: fields, saved: edited?.saved, fill: edited ? fill : openAgain }),
      keep: (typed) => drafts.keep(place, typed),
      settle: (typed) => drafts.settle(place, typed),
      async refused({ code }) {
        if (isUncertain(code)) drafts.unheard(place);
        if (code !== "EDIT_CONFLICT" || !edited) return false;
        await refresh();
        drafts.overtaken(place);
        return true;
      },
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
        <div className={isLate || inConflict ? noteLook : undefined}>
          <div role="alert">
            {isLate && !inConflict && (
              <p>
                What you typed before this page was loaded again has only now arrived, and is filled in. Check it, then
                go on.
              </p>
            )}
            {inConflict && (
              <p className="font-semibold">
                This was changed in another window, on another device or by {session.marketplace.name}.
              </p>
            )}
          </div>
          {inConflict && conflict()}
        </div>
      ),
    },
  };
}

/** Null: the step is saved by nobody but its form. */
function revisionOf({ revisions }: KycSession, step: Place["step"]): number | null {
  if (step === "business-info") return revisions.businessInfo;
  return step === "directors" ? revisions.directors : null;
}

const noteLook =
  "flex flex-col items-start gap-3 rounded-(--radius-field) border border-amber-700 bg-amber-50 p-4 text-amber-950 dark:border-amber-500 dark:bg-amber-950 dark:text-amber-100";

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

function WholeChoice({ keepHere, takeThere }: { keepHere: () => void; takeThere: () => void }) {
  return (
    <>
      <p>Nothing is overwritten until you choose.</p>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" onClick={takeThere}>
          Show what is there
        </Button>
        <Button look="secondary" onClick={keepHere}>
          Keep what I typed here
        </Button>
      </div>
    </>
  );
}
