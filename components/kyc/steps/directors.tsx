"use client";

import { useState } from "react";
import { useWork } from "@/components/forms/use-work";
import { useKyc } from "@/components/kyc/context";
import { DirectorCard, nameOf } from "@/components/kyc/director-card";
import { DirectorForm } from "@/components/kyc/director-form";
import { type ListedDirector, saveList, withContact, withoutDirector } from "@/components/kyc/director-list";
import { newItem } from "@/components/kyc/drafts";
import { focusHeading, useStepRoot } from "@/components/kyc/focus";
import { Asked } from "@/components/kyc/requirements";
import { StepFrame } from "@/components/kyc/step-frame";
import { useNext } from "@/components/kyc/use-next";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { maxDirectors } from "@/lib/terms/kyc/constants";

/** The directors: a list, and a screen for each. Every change is saved at once. */
export default function Directors() {
  const { session, call, operations, update, go, close, item, drafts } = useKyc();
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
    const refusal = await saveList({ call, operations, update }, change);
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
          lead="Add every director and major owner. If it is only you, add yourself."
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
                  ? "Continue with the director you started"
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
