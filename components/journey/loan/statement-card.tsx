"use client";

import { useWork } from "@/components/forms/use-work";
import { useJourney } from "@/components/journey/context";
import { Unread } from "@/components/journey/money/reading-states";
import { useReading } from "@/components/journey/money/use-reading";
import { DeductionsList } from "@/components/loan/deductions-list";
import { StatementPrint } from "@/components/loan/statement-print";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { momentText } from "@/components/ui/date-text";
import { Card } from "@/components/ui/touch-card";
import type { Statement } from "@/lib/loans/statements/schema";
import type { JourneyLoan } from "@/lib/surfaces/journey/schema";

export function StatementCard({ loan }: { loan: JourneyLoan }) {
  const { loanId, reference, status, totalPaid, overpaid, outstanding, recovered } = loan;
  const figures = [status, totalPaid, overpaid, outstanding.total, recovered].join(" ");
  const reading = useReading<Statement>(`loans/${loanId}/statement`, figures);
  const statement = reading.body;
  return (
    <Card title="All transactions">
      {statement ? (
        <>
          <DeductionsList statement={statement} receiptOf={(payment) => <Receipt loan={loan} payment={payment} />} />
          <Files loanId={loanId} reference={reference} />
          <StatementPrint statement={statement} />
        </>
      ) : (
        <Unread reading={reading} blocks={["list"]} />
      )}
    </Card>
  );
}

export function Receipt({ loan, payment }: { loan: JourneyLoan; payment: { id: string; at: string } }) {
  const { download } = useJourney();
  const { busy, failure, run } = useWork();
  const save = () =>
    run(async () => {
      const path = `loans/${loan.loanId}/payments/${payment.id}/receipt`;
      const answer = await download(path, `receipt-${loan.reference}-${payment.at.slice(0, 10)}.pdf`);
      if ("refused" in answer) return answer;
    });
  return (
    <>
      <Alert message={failure} />
      <Button look="quiet" busy={busy} onClick={save}>
        Receipt (PDF)<span className="sr-only"> of the payment of {momentText(payment.at)}</span>
      </Button>
    </>
  );
}

function Files({ loanId, reference }: { loanId: string; reference: string }) {
  const { download } = useJourney();
  const { busy, failure, run } = useWork();
  const save = () =>
    run(async () => {
      const answer = await download(`loans/${loanId}/statement.csv`, `statement-${reference}.csv`);
      if ("refused" in answer) return answer;
    });
  return (
    <>
      <Alert message={failure} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Button look="secondary" busy={busy} onClick={save}>
          Download (CSV)
        </Button>
        <Button look="secondary" onClick={() => window.print()}>
          Print the statement
        </Button>
      </div>
    </>
  );
}
