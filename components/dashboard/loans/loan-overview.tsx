import Link from "next/link";
import { Day } from "@/components/staff/day";
import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { toKobo } from "@/lib/kernel/money";
import type { LoanForStaff } from "@/lib/surfaces/dashboard/loan-detail";
import { mandateLabels } from "@/lib/terms/dashboard/labels";
import type { LoanChangeKind } from "@/lib/terms/loans/states";

export function LoanOverview({ loan, at, today }: { loan: LoanForStaff; at: string; today: string }) {
  return (
    <>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Terms loan={loan} at={at} />
        <Schedule loan={loan} today={today} />
      </div>
      {loan.changes.length > 0 && <Changes changes={loan.changes} />}
    </>
  );
}

function Terms({ loan, at }: { loan: LoanForStaff; at: string }) {
  const { terms, deduction, lender, proposal } = loan;
  const percent = (value: number | null) => (value === null ? "Not known" : `${value}%`);
  const { agreed } = terms;
  const days = (number: number | null) => (number === null ? "Not known" : `${number} days`);
  return (
    <Card title="Terms">
      <Facts
        items={[
          ["Principal", <Money key="" kobo={toKobo(terms.principalAmount)} />],
          ["To be repaid", <Money key="" kobo={toKobo(terms.totalRepayment)} />],
          ["Fee", `${terms.interestRate}% of the principal`],
          ["Estimated APR", sinceAgreed(terms.annualPercentageRate, agreed?.annualPercentageRate, percent)],
          ["Of each sale", sinceAgreed(deduction.percentage, agreed?.deductionPercentage, percent)],
          ["At least, per deduction", <Money key="" kobo={toKobo(deduction.minimum)} />],
          ["Assumed monthly sales", <Naira key="" amount={terms.assumedMonthlySales} />],
          ["Expected to take", sinceAgreed(terms.expectedDays, agreed?.expectedDays, days)],
          ["Tenor", sinceAgreed(terms.tenorDays, agreed?.tenorDays, days)],
          ["Runs", <Run key="" {...loan} />],
          ["Lender", lender.name],
          ["Purpose", loan.purpose],
          ["Approved", <Moment key="" at={loan.approvedAt} />],
          loan.disbursedAt
            ? ["Paid out", <Moment key="" at={loan.disbursedAt} />]
            : ["Offer ends", <Moment key="" at={loan.offerExpiresAt} />],
          ["Agreement", loan.agreement ? <Moment key="" at={loan.agreement.acceptedAt} /> : "Not made yet"],
          ["Mandate", loan.mandateStatus ? mandateLabels[loan.mandateStatus] : "None"],
          [
            "Funding request",
            <Link
              key=""
              href={`${at}/funding-requests/${loan.fundingRequestId}`}
              prefetch={false}
              className="underline underline-offset-4"
            >
              {loan.fundingRequestId}
            </Link>,
          ],
        ]}
      />
      {proposal && (
        <p className="text-sm">
          Other terms wait for the merchant's consent since <Moment at={proposal.proposedAt} />:{" "}
          {proposal.deductionPercentage}% of each sale, due by <Day date={proposal.dueDate} />. {proposal.reason}
        </p>
      )}
    </Card>
  );
}

/** A figure of the terms as they hold, and as it was agreed where that is another. */
function sinceAgreed(now: number | null, agreed: number | null | undefined, text: (value: number | null) => string) {
  return agreed === undefined || agreed === now ? text(now) : `${text(now)}, agreed at ${text(agreed)}`;
}

function Naira({ amount }: { amount: number | null }) {
  return amount === null ? "Not known" : <Money kobo={toKobo(amount)} />;
}

function Run({ startDate, dueDate }: { startDate: string; dueDate: string }) {
  return (
    <>
      <Day date={startDate} /> to <Day date={dueDate} />
    </>
  );
}

function Schedule({ loan, today }: { loan: LoanForStaff; today: string }) {
  const out = loan.disbursedAt !== null;
  return (
    <Card title={out ? "Schedule" : "Schedule, if paid out on the day of approval"}>
      <DataTable
        caption="Schedule"
        columns={[
          { key: "number", header: "No.", priority: 3, cell: ({ installment }) => installment },
          {
            key: "due",
            header: "Due",
            namesRow: true,
            cell: ({ dueDate, paid, amount }) => (
              <>
                <Day date={dueDate} />
                {out && dueDate < today && paid < amount && <span className="block text-bad">Overdue</span>}
              </>
            ),
          },
          { key: "amount", header: "Amount", align: "end", cell: ({ amount }) => <Money kobo={toKobo(amount)} /> },
          { key: "paid", header: "Paid", align: "end", cell: ({ paid }) => <Money kobo={toKobo(paid)} /> },
        ]}
        rows={loan.schedule}
        keyOf={({ installment }) => String(installment)}
        empty={<p className="text-sm text-muted">It has no schedule.</p>}
      />
    </Card>
  );
}

const changeLabels: Record<LoanChangeKind, string> = {
  PAUSE: "Collection paused",
  RESUME: "Collection resumed",
  TERMS: "Other terms",
  PLAN: "Workout plan",
};

function Changes({ changes }: Pick<LoanForStaff, "changes">) {
  return (
    <Card title="Changes">
      <DataTable
        caption="Changes"
        columns={[
          { key: "at", header: "From", cell: ({ effectiveFrom }) => <Moment at={effectiveFrom} /> },
          { key: "kind", header: "What", cell: ({ kind }) => changeLabels[kind] },
          {
            key: "terms",
            header: "Since then",
            priority: 2,
            cell: ({ current }) => (
              <>
                {current.deductionBasisPoints / 100}% of each sale, due by <Day date={current.dueDate} />
              </>
            ),
          },
          { key: "reason", header: "Why", cell: ({ reason }) => reason },
        ]}
        rows={changes}
        keyOf={({ id }) => id}
        empty={null}
      />
    </Card>
  );
}
