"use client";

import { useId, useState } from "react";
import { useWork } from "@/components/forms/use-work";
import { useJourney } from "@/components/journey/context";
import { useKeyFacts } from "@/components/journey/money/key-facts";
import { Unread } from "@/components/journey/money/reading-states";
import { Section } from "@/components/loan/section";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { momentText } from "@/components/ui/date-text";
import { Card } from "@/components/ui/touch-card";
import type { JourneyLoan } from "@/lib/surfaces/journey/schema";

export function AgreementCard({ loan }: { loan: JourneyLoan }) {
  const { download } = useJourney();
  const { busy, failure, run } = useWork();
  const [open, setOpen] = useState(false);
  const id = useId();
  const save = () =>
    run(async () => {
      const answer = await download(`loans/${loan.loanId}/agreement`, `agreement-${loan.reference}.pdf`);
      if ("refused" in answer) return answer;
    });
  return (
    <>
      <Card title="What you agreed to">
        <Alert message={failure} />
        <div className="grid gap-3 sm:grid-cols-2">
          <Button look="secondary" busy={busy} onClick={save}>
            Download the agreement (PDF)
          </Button>
          <Button look="secondary" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
            {open ? "Hide the key facts" : "Read the key facts"}
          </Button>
        </div>
      </Card>
      <div id={id} hidden={!open}>
        {open && <KeyFacts loanId={loan.loanId} />}
      </div>
    </>
  );
}

function KeyFacts({ loanId }: { loanId: string }) {
  const reading = useKeyFacts(loanId);
  const { body } = reading;
  if (!body) return <Unread reading={reading} blocks={["facts", "facts", "list"]} />;
  const { agreement, keyFacts, terms } = body;
  return (
    <div className="flex flex-col gap-6">
      {agreement && <p>Agreed on {momentText(agreement.acceptedAt)}.</p>}
      {[...keyFacts, ...terms].map((section) => (
        <Section key={section.title} section={section} />
      ))}
    </div>
  );
}
