"use client";

import { useState } from "react";
import { ComplaintForm, ComplaintList } from "@/components/loan/complaints";
import { Card } from "@/components/ui/touch-card";
import type { ComplaintAnswer, MakeComplaint } from "@/lib/lending/complaints/schema";
import { useJourney } from "./context";
import { Unread } from "./money/reading-states";
import { useReading } from "./money/use-reading";

/** Where a merchant complains, from any step; what was complained about before is read once it is opened. */
export default function Complaints() {
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
