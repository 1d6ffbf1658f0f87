import Link from "next/link";
import { buttonLook } from "@/components/ui/button";
import { momentText } from "@/components/ui/date-text";
import { Card } from "@/components/ui/touch-card";

export function AgreementCard({ loanId, acceptedAt }: { loanId: string; acceptedAt: string }) {
  return (
    <Card title="What you agreed to">
      <p>Agreed on {momentText(acceptedAt)}.</p>
      <AgreementLinks loanId={loanId} />
    </Card>
  );
}

/** The agreement about a loan as a file, and as a page; `of`: the loan, for screen readers in a list of several. */
export function AgreementLinks({ loanId, of }: { loanId: string; of?: string }) {
  const whose = of && <span className="sr-only"> of loan {of}</span>;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <a href={`/account/loans/${loanId}/agreement`} download className={buttonLook("secondary")}>
        Download the agreement (PDF){whose}
      </a>
      <Link href={`/account/agreements/${loanId}`} prefetch={false} className={buttonLook("secondary")}>
        Read it{whose}
      </Link>
    </div>
  );
}
