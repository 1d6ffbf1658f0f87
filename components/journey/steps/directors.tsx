"use client";

import { useState } from "react";
import { useWork } from "@/components/forms/use-work";
import { useJourney } from "@/components/journey/context";
import { newItem } from "@/components/journey/drafts";
import { DirectorCard, nameOf } from "@/components/journey/kyc/director-card";
import { DirectorForm } from "@/components/journey/kyc/director-form";
import { type ListedDirector, saveList, withContact, withoutDirector } from "@/components/journey/kyc/director-list";
import { focusHeading, useStepRoot } from "@/components/journey/kyc/focus";
import { Asked } from "@/components/journey/kyc/requirements";
import { useNext } from "@/components/journey/kyc/use-next";
import { StepFrame } from "@/components/journey/step-frame";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { maxDirectors } from "@/lib/kyc/constants";

/** The directors: a list, and a screen for each. Every change is saved at once. */
export default function Directors() {
  const { session, call, update, go, close, item, drafts } = useJourney();
  const { directors } = session;
  const { next, label } = useNext("directors");
  const root = useStepRoot();
  // The form keeps what it was opened with, whatever is read meanwhile. Null: a new director; undefined: the list.
  const named = item === newItem ? null : directors.find(({ id }) => id === item);
  const [opened, setOpened] = useState<{ item: string | null; director: ListedDirector | null | undefined }>({
    item,
    director: named,
  });
  if (opened.item !== item) setOpened({ item, director: named });
  const [said, setSaid] = useState("");
  const [failure, setFailure] = useState<string | null>(null);
  const { busy, run } = useWork();

  function open(director: ListedDirector | null) {
    setSaid("");
    setFailure(null);
    go("directors", director?.id ?? newItem);
  }

  async function save(change: Parameters<typeof saveList>[1], done: string): Promise<boolean> {
    setFailure(null);
    setSaid("");
    const refusal = await saveList({ call, update }, change);
    if (refusal) setFailure(refusal.refused);
    else setSaid(done);
    drafts.savedBeside("directors");
    return !refusal;
  }

  async function remove(director: ListedDirector) {
    const removed = await save((stored) => withoutDirector(stored, director.id), `${nameOf(director)} is removed.`);
    if (removed) focusHeading(root);
  }

  const makeContact = (director: ListedDirector) =>
    run(async () => {
      const name = nameOf(director);
      const made = await save((stored) => withContact(stored, director.id), `${name} is the main contact now.`);
      if (made) focusHeading(root);
    });

  return (
    <div ref={root}>
      <p role="status" className="sr-only">
        {said}
      </p>
      {opened.director !== undefined ? (
        <DirectorForm
          key={opened.director?.id ?? newItem}
          director={opened.director}
          saved={(name) => {
            close();
            setSaid(`${name} is saved.`);
          }}
          cancel={close}
        />
      ) : (
        <StepFrame
          title="Who runs the business?"
          lead="Add every director and everybody who owns a good part of it. If it is only you, add yourself."
        >
          <Asked step="directors" />
          {directors.length > 0 && (
            <ul className="flex flex-col gap-4">
              {directors.map((director) => (
                <DirectorCard
                  key={director.id}
                  director={director}
                  alone={directors.length === 1}
                  busy={busy}
                  edit={() => open(director)}
                  remove={() => remove(director)}
                  makeContact={() => makeContact(director)}
                />
              ))}
            </ul>
          )}
          <div className="flex flex-col gap-3">
            <Alert message={failure} />
            {directors.length < maxDirectors ? (
              <Button look={directors.length === 0 ? "primary" : "secondary"} onClick={() => open(null)}>
                {drafts.has({ step: "directors", item: newItem })
                  ? "Go on with the director you began"
                  : directors.length === 0
                    ? "Add a director"
                    : "Add another director"}
              </Button>
            ) : (
              <p>That is the most directors an application can have: {maxDirectors}.</p>
            )}
            {directors.length > 0 && <Button onClick={() => go(next)}>{label}</Button>}
          </div>
        </StepFrame>
      )}
    </div>
  );
}
