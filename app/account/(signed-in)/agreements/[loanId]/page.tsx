import Link from "next/link";
import { notFound } from "next/navigation";
import { holdingHere } from "@/app/account/holding";
import { orNotFound } from "@/app/or-not-found";
import { ShopName } from "@/components/account/money/shop-name";
import { Section } from "@/components/loan/section";
import { buttonLook, linkLook } from "@/components/ui/button";
import { momentText } from "@/components/ui/date-text";
import { PageHeader } from "@/components/ui/page-header";
import { Card } from "@/components/ui/touch-card";
import { nairaText } from "@/lib/kernel/money";
import { readHeldKeyFacts, readHeldLoan } from "@/lib/surfaces/account/loans/read-held-loan";

export const metadata = { title: "Agreement" };

export default async function Agreement({ params }: PageProps<"/account/agreements/[loanId]">) {
  const holding = await holdingHere();
  const facts = await orNotFound(readHeldKeyFacts(holding, (await params).loanId));
  const { loanId, agreement, keyFacts, terms } = facts;
  if (!agreement) notFound();
  const { loan } = await readHeldLoan(holding, loanId);
  return (
    <>
      <PageHeader
        title="What you agreed to"
        back={{ href: "/account/agreements", label: "Agreements" }}
        lead={
          <>
            <ShopName shop={facts} />
            <span className="block">
              Loan {facts.facts.reference}, agreed on {momentText(agreement.acceptedAt)}
            </span>
          </>
        }
        actions={
          <a href={`/account/loans/${loanId}/agreement`} download className={buttonLook("secondary")}>
            Download (PDF)
          </a>
        }
      />
      {loan.disbursedAt !== null && (
        <Card title="Paid back so far">
          <p className="tabular-nums">
            {nairaText(loan.totalPaid)} of {nairaText(loan.totalDue)}.{" "}
            <Link href={`/account/loans/${loanId}`} prefetch={false} className={linkLook}>
              Statement and receipts
            </Link>
          </p>
        </Card>
      )}
      {[...keyFacts, ...terms].map((section) => (
        <Section key={section.title} section={section} />
      ))}
      <p className="wrap-anywhere text-sm text-muted">Fingerprint of the file (SHA-256): {agreement.sha256}</p>
    </>
  );
}
