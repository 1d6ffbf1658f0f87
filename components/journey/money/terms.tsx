"use client";

import { useEffect, useEffectEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import type { JourneyLoan } from "@/lib/surfaces/journey/schema";
import { useKeyFacts } from "./key-facts";
import { Unread } from "./reading-states";

/** The terms of an offer, behind a button. `onRead`: they are on the screen. */
export function Terms({ loan, onRead }: { loan: JourneyLoan; onRead: () => void }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="flex flex-col gap-3">
      <Button
        look="secondary"
        className="w-full"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {open ? "Hide the terms" : "Read the terms"}
      </Button>
      <div id={id} hidden={!open}>
        {open && <TermsText loanId={loan.loanId} onRead={onRead} />}
      </div>
    </div>
  );
}

/** In the words of the agreement that accepting makes. */
function TermsText({ loanId, onRead }: { loanId: string; onRead: () => void }) {
  const reading = useKeyFacts(loanId);
  const { body } = reading;
  const shown = body !== null;
  const tell = useEffectEvent(onRead);
  useEffect(() => {
    if (shown) tell();
  }, [shown]);
  if (!body) return <Unread reading={reading} blocks={["list"]} />;
  return (
    <div className="flex flex-col gap-4 wrap-anywhere">
      {body.terms.map(({ title, paragraphs }) => (
        <section key={title} className="flex flex-col gap-1">
          <h3 className="font-semibold">{title}</h3>
          {paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </section>
      ))}
    </div>
  );
}
