"use client";

import { DeductionsList } from "@/components/loan/deductions-list";
import { StatementPrint } from "@/components/loan/statement-print";
import { Button, buttonLook, linkLook } from "@/components/ui/button";
import { momentText } from "@/components/ui/date-text";
import { Card } from "@/components/ui/touch-card";
import { useHydrated } from "@/components/ui/use-hydrated";
import type { Statement } from "@/lib/loans/statements/schema";

export function StatementCard({ statement, title }: { statement: Statement; title: string }) {
  const hydrated = useHydrated();
  return (
    <Card title={title}>
      <DeductionsList
        statement={statement}
        receiptOf={({ id, at }) => (
          <a
            href={`/account/loans/${statement.loanId}/receipts/${id}`}
            download
            className={`inline-flex min-h-12 items-center self-start ${linkLook}`}
          >
            Receipt (PDF)<span className="sr-only"> of the payment of {momentText(at)}</span>
          </a>
        )}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <a href={`/account/loans/${statement.loanId}/statement.csv`} download className={buttonLook("secondary")}>
          Download (CSV)
        </a>
        <Button look="secondary" onClick={() => window.print()}>
          Print the statement
        </Button>
      </div>
      {hydrated && <StatementPrint statement={statement} />}
    </Card>
  );
}
