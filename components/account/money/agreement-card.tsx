import Link from "next/link";
import { buttonLook } from "@/components/ui/button";
import { momentText } from "@/components/ui/date-text";
import { Card } from "@/components/ui/touch-card";

/** What the merchant agreed to, to be read again at any time and kept as a file. */
export function AgreementCard({ loanId, acceptedAt }: { loanId: string; acceptedAt: string }) {
  return (
    <Card title="What you agreed to">
      <p>Agreed on {momentText(acceptedAt)}.</p>
      <AgreementLinks loanId={loanId} />
    </Card>
  );
}

/** The agreement about a loan as a file, and as a page. */
export function AgreementLinks({ loanId }: { loanId: string }) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <a href={`/account/loans/${loanId}/agreement`} download className={buttonLook("secondary")}>
        Download the agreement (PDF)
      </a>
      <Link href={`/account/agreements/${loanId}`} prefetch={false} className={buttonLook("secondary")}>
        Read it
      </Link>
    </div>
  );
}
