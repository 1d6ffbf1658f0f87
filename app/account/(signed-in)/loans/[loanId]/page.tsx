import Link from "next/link";
import { mintPageToken } from "@/app/account/(signed-in)/kyc/[merchantId]/actions";
import { giveRefundAccount } from "@/app/account/(signed-in)/loans/actions";
import { holdingHere } from "@/app/account/holding";
import { orNotFound } from "@/app/or-not-found";
import { AgreementCard } from "@/components/account/money/agreement-card";
import { LoanView } from "@/components/account/money/loan-view";
import { OfferView } from "@/components/account/money/offer-view";
import { PaperCard } from "@/components/account/money/paper-card";
import { ShopName } from "@/components/account/money/shop-name";
import { StatementCard } from "@/components/account/money/statement-card";
import { linkLook } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { nairaText } from "@/lib/kernel/money";
import { siteOfMerchant } from "@/lib/surfaces/account/loans/marketplace-site";
import { readHeldKeyFacts, readHeldLoan, readHeldStatement } from "@/lib/surfaces/account/loans/read-held-loan";
import { repaymentPace } from "@/lib/surfaces/account/loans/repayment-pace";
import type { HeldLoanAnswer } from "@/lib/surfaces/account/loans/schema";

export const metadata = { title: "Loan" };

/** As many movements as a phone shows without trouble; the file has them all. */
const mostShown = 200;

export default async function LoanPage({ params }: PageProps<"/account/loans/[loanId]">) {
  const holding = await holdingHere();
  const held = await orNotFound(readHeldLoan(holding, (await params).loanId));
  const { loan } = held;
  const offered = loan.stage === "offer" || loan.stage === "payout-account" || loan.stage === "mandate";
  const payable = loan.stage === "running" || loan.writtenOff > 0;
  const [site, facts, statement] = await Promise.all([
    siteOfMerchant(holding, loan.merchantId, payable ? loan.loanId : undefined),
    offered ? readHeldKeyFacts(holding, loan.loanId) : null,
    loan.disbursedAt === null ? null : readHeldStatement(holding, loan.loanId),
  ]);
  return (
    <>
      <PageHeader
        title={titleOf(held)}
        back={offered ? { href: "/account/offers", label: "Offers" } : { href: "/account/loans", label: "Loans" }}
        lead={
          <>
            <ShopName shop={held} />
            <span className="block">Loan {loan.reference}</span>
          </>
        }
      />
      {loan.paperMandate && <PaperCard loan={loan} mint={mintPageToken.bind(null, {})} />}
      {facts && <OfferView held={held} facts={facts} site={site} />}
      {!offered && (
        <LoanView
          held={held}
          site={site}
          give={giveRefundAccount}
          pace={statement ? repaymentPace(loan, statement, held.asOf.slice(0, 10)) : []}
        />
      )}
      {loan.agreement && <AgreementCard loanId={loan.loanId} acceptedAt={loan.agreement.acceptedAt} />}
      {statement && (
        <StatementCard
          title="All transactions"
          statement={{
            ...statement,
            entries: statement.entries.slice(0, mostShown),
            truncated: statement.entries.length > mostShown,
          }}
        />
      )}
      {statement && (
        <p>
          <Link href={`/account/payments?loan=${loan.loanId}`} prefetch={false} className={linkLook}>
            Search this loan's payments
          </Link>
        </p>
      )}
    </>
  );
}

function titleOf({ loan }: HeldLoanAnswer): string {
  const amount = nairaText(loan.terms.principalAmount);
  if (loan.status === "CANCELLED") return `Offer of ${amount}`;
  return loan.disbursedAt === null && loan.stage === "offer" ? `Offer of ${amount}` : `Loan of ${amount}`;
}
