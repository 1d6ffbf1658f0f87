"use client";

import { useWork } from "@/components/forms/use-work";
import { useJourney } from "@/components/journey/context";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/touch-card";
import type { JourneyLoan } from "@/lib/surfaces/journey/schema";

/** Where the lender debits by hand: a form to sign, and then to wait for two banks. */
export function PaperMandate({ loan }: { loan: JourneyLoan }) {
  const { download } = useJourney();
  const { busy, failure, run } = useWork();
  const save = () =>
    run(async () => {
      const answer = await download(`loans/${loan.loanId}/mandate-form`, `mandate-${loan.reference}.pdf`);
      if ("refused" in answer) return answer;
    });
  return (
    <Card title="You agree on paper">
      <Alert message={failure} />
      <p>
        Sign this form and give it to {loan.lender.name}, whose bank lodges it with yours. That can take some days: this
        page goes on by itself, and you owe nothing until the money has arrived.
      </p>
      <Button busy={busy} onClick={save}>
        Download the form (PDF)
      </Button>
    </Card>
  );
}
