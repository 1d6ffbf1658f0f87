import type { ReactNode } from "react";
import { Day } from "@/components/staff/day";
import { LabelBadge } from "@/components/staff/label-badge";
import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { toKobo } from "@/lib/kernel/money";
import type { LoanForOperators } from "@/lib/surfaces/console/loans/read-loan";
import { nextStepLabels } from "@/lib/terms/console/arrears";
import { promiseLabels } from "@/lib/terms/console/words";
import { mandateLabels } from "@/lib/terms/dashboard/labels";

const naira = (amount: number) => <Money kobo={toKobo(amount)} />;

export function LoanFacts({ loan, merchant }: { loan: LoanForOperators; merchant: ReactNode }) {
  const { terms, outstanding, health, deduction, next, lastContact, phone } = loan;
  return (
    <Card title="How it stands">
      <Facts
        items={[
          ["Overdue", naira(health.overdueAmount)],
          ["Days past due", health.daysPastDue],
          ["Outstanding", naira(outstanding.total)],
          ["Paid", naira(loan.totalPaid)],
          [
            "What the rules do next",
            next ? (
              <>
                {nextStepLabels[next.step]} {next.amount !== null && <Money kobo={next.amount} />}{" "}
                {next.at && <Moment at={next.at} />}
              </>
            ) : (
              "Nothing: a person decides"
            ),
          ],
          ["Merchant", merchant],
          ["Last contact", lastContact ? <Moment key="" at={lastContact} /> : "None"],
          [
            "Telephone",
            phone && (
              <a key="" href={`tel:${phone}`} className="underline underline-offset-4">
                {phone}
              </a>
            ),
          ],
          ["E-mail address", loan.email],
          ["Principal", naira(terms.principalAmount)],
          ["Written off", loan.writtenOff > 0 ? naira(loan.writtenOff) : null],
          ["Recovered", loan.recovered > 0 ? naira(loan.recovered) : null],
          ["Owed to the merchant", loan.overpaid > 0 ? naira(loan.overpaid) : null],
          ["Of each sale", `${deduction.percentage}%`],
          ["Due by", <Day key="" date={loan.dueDate} />],
          ["Paid out", loan.disbursedAt && <Moment key="" at={loan.disbursedAt} />],
          ["Lender", loan.lender.name],
          ["Mandate", loan.mandateStatus ? mandateLabels[loan.mandateStatus] : "None"],
          ["Loan", <code key="id">{loan.loanId}</code>],
        ]}
      />
    </Card>
  );
}

export function LoanSchedule({ schedule }: Pick<LoanForOperators, "schedule">) {
  return (
    <Card title="Schedule">
      <DataTable
        caption="Schedule"
        columns={[
          { key: "number", header: "No.", priority: 3, cell: ({ installment }) => installment },
          { key: "due", header: "Due", namesRow: true, cell: ({ dueDate }) => <Day date={dueDate} /> },
          { key: "amount", header: "Amount", align: "end", cell: ({ amount }) => naira(amount) },
          { key: "paid", header: "Paid", align: "end", cell: ({ paid }) => naira(paid) },
        ]}
        rows={schedule}
        keyOf={({ installment }) => String(installment)}
        empty={null}
      />
    </Card>
  );
}

export function PromiseCard({ promises }: Pick<LoanForOperators, "promises">) {
  if (promises.length === 0) return null;
  return (
    <Card title="Promises to pay">
      <DataTable
        caption="Promises to pay"
        columns={[
          { key: "by", header: "By", namesRow: true, cell: ({ payBy }) => <Day date={payBy} /> },
          { key: "state", header: "State", cell: ({ state }) => <LabelBadge of={promiseLabels[state]} /> },
          { key: "amount", header: "Promised", align: "end", cell: ({ amount }) => naira(amount) },
          { key: "received", header: "Received", align: "end", priority: 2, cell: ({ received }) => naira(received) },
          { key: "who", header: "Taken by", priority: 3, cell: ({ takenBy }) => takenBy },
        ]}
        rows={promises}
        keyOf={({ id }) => id}
        empty={null}
      />
    </Card>
  );
}
