import Link from "next/link";
import { staffAt } from "@/app/(dashboard)/staff";
import { orNotFound } from "@/app/or-not-found";
import { LoanOverview } from "@/components/dashboard/loans/loan-overview";
import { LoanStats } from "@/components/dashboard/loans/loan-stats";
import { buttonLook } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { TabLinks } from "@/components/ui/tab-links";
import { dateOf } from "@/lib/kernel/calendar";
import { reachOf } from "@/lib/kernel/reach";
import { readLoanForStaff } from "@/lib/surfaces/dashboard/loan-detail";
import { loanPartQuery } from "@/lib/surfaces/dashboard/loan-parts";
import { LoanPart } from "./loan-part";

export const metadata = { title: "Loan" };

export default async function LoanPage({ params, searchParams }: PageProps<"/dashboard/[environment]/loans/[loanId]">) {
  const { actor, environment, now } = await staffAt(params);
  const query = loanPartQuery.parse(await searchParams);
  const reach = reachOf(actor);
  const loan = await orNotFound(readLoanForStaff(reach, (await params).loanId, now));
  const at = `/dashboard/${environment}`;
  const path = `${at}/loans/${loan.loanId}`;
  const tab = (part: typeof query.part, label: string) => ({
    href: part === "terms" ? path : `${path}?part=${part}`,
    label,
    current: part === query.part,
  });
  return (
    <>
      <PageHeader
        title={loan.reference}
        back={{ href: `${at}/loans`, label: "Loans" }}
        lead={
          <>
            Lent to{" "}
            <Link href={`${at}/merchants/${loan.merchantId}`} prefetch={false} className="underline underline-offset-4">
              {loan.businessName}
            </Link>
            {loan.thirdPartyCustomerId && ` (${loan.thirdPartyCustomerId})`} by {loan.lender.name}
          </>
        }
        actions={
          loan.agreement && (
            <a href={`${path}/agreement`} download className={buttonLook("secondary")}>
              Download the agreement
            </a>
          )
        }
      />
      <LoanStats loan={loan} />
      <TabLinks
        tabs={[
          tab("terms", "Terms and schedule"),
          tab("repayments", "Repayments"),
          tab("days", "Agreed and taken"),
          tab("ledger", "Ledger"),
          tab("breaks", loan.openBreaks > 0 ? `Breaks (${loan.openBreaks} open)` : "Breaks"),
        ]}
      />
      {query.part === "terms" ? (
        <LoanOverview loan={loan} at={at} today={dateOf(now)} />
      ) : (
        <LoanPart {...{ environment, reach, path, query, loan, now }} part={query.part} />
      )}
    </>
  );
}
