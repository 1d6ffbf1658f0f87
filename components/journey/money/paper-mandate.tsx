"use client";

import { useWork } from "@/components/forms/use-work";
import { useJourney } from "@/components/journey/context";
import { PaperForm } from "@/components/loan/paper-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { JourneyLoan } from "@/lib/surfaces/journey/schema";

/** Where the lender debits by hand: a form to sign and to send, and then to wait for two banks. */
export function PaperMandate({ loan }: { loan: JourneyLoan }) {
  const { call, upload, download, refresh } = useJourney();
  const { busy, failure, run } = useWork();
  const save = () =>
    run(async () => {
      const answer = await download(`loans/${loan.loanId}/mandate-form`, `mandate-${loan.reference}.pdf`);
      if ("refused" in answer) return answer;
    });
  return (
    <PaperForm
      loan={loan}
      download={
        <>
          <Alert message={failure} />
          <Button look={loan.paperMandate?.signedForm ? "secondary" : "primary"} busy={busy} onClick={save}>
            Download the form (PDF)
          </Button>
        </>
      }
      call={call}
      upload={upload}
      send={async (fileKey) => {
        const answer = await call<JourneyLoan>("PUT", `loans/${loan.loanId}/signed-form`, { fileKey });
        if ("refused" in answer) return answer;
        await refresh();
        return { done() {} };
      }}
    />
  );
}
