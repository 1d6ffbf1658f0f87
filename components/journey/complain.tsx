"use client";

import { useId, useState } from "react";
import { ComplaintForm, ComplaintList } from "@/components/loan/complaints";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/touch-card";
import type { ComplaintAnswer, MakeComplaint } from "@/lib/lending/complaints/schema";
import { useJourney } from "./context";
import { Unread } from "./money/reading-states";
import { useReading } from "./money/use-reading";

/** The way to complain, at the end of every step; what was complained about before is read once it is opened. */
export default function Complain() {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="flex flex-col gap-4">
      <div>
        <Button look="quiet" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          Something is wrong? Complain
        </Button>
      </div>
      <div id={id} hidden={!open}>
        {open && <Complaints />}
      </div>
    </div>
  );
}

function Complaints() {
  const { session, call } = useJourney();
  const reading = useReading<{ data: ComplaintAnswer[] }>("complaints", session.now);
  const [sent, setSent] = useState<string | null>(null);
  const send = async (input: MakeComplaint) => {
    const answer = await call<ComplaintAnswer>("POST", "complaints", input);
    if ("refused" in answer) return answer;
    setSent(answer.body.number);
    reading.again();
    return { done: true } as const;
  };
  return (
    <Card title="Complaints">
      <p role="status" className="font-medium empty:hidden">
        {sent && `We have your complaint. Its number is ${sent}.`}
      </p>
      {/* Begun anew once one was sent. */}
      <ComplaintForm key={sent} loans={session.loans} send={send} />
      {reading.body ? <ComplaintList complaints={reading.body.data} /> : <Unread reading={reading} blocks={["line"]} />}
    </Card>
  );
}
