import { dateText, momentText } from "@/components/ui/date-text";
import { Card, Facts } from "@/components/ui/touch-card";
import { nairaText } from "@/lib/kernel/money";
import type { JourneyLoan } from "@/lib/surfaces/journey/schema";
import { dueDateOf, dueText } from "./due-text";
import { accountText, agreedText, percentText } from "./loan-text";
import { ScheduleTable } from "./schedule-table";

type Props = { loan: JourneyLoan; today: string };

export function NextInstalmentCard({ loan, today, marketplace }: Props & { marketplace: string }) {
  const { deduction, pause } = loan;
  return (
    <Card title="Next instalment">
      <NextInstalment loan={loan} today={today} />
      <p className="text-sm text-stone-700 dark:text-stone-300">
        {pause && "Once repayments start again, "}
        {marketplace} takes {percentText(deduction.percentage)} of each sale
        {deduction.minimum > 0 && <>, at least {nairaText(deduction.minimum)}</>}.
      </p>
    </Card>
  );
}

function NextInstalment({ loan, today }: { loan: JourneyLoan; today: string }) {
  const { nextInstallment, schedule, pause } = loan;
  if (!nextInstallment) return null;
  const { number, dueDate, amount, paid } = nextInstallment;
  const due = dueDateOf(dueDate, today, pause?.since ?? null);
  return (
    <p>
      <span className="font-medium tabular-nums">{nairaText(amount - paid)}</span>{" "}
      {due === "MOVING" ? "is next." : `${due === "PAST" ? "was" : "is"} due on ${dateText(dueDate)}`}
      {due === "MOVING" && ` ${dueText("Its due date", dueDate, due)}`}
      <span className="block text-sm text-stone-700 tabular-nums dark:text-stone-300">
        Instalment {number} of {schedule.length}
        {paid > 0 && `: ${nairaText(paid)} of ${nairaText(amount)} is paid`}
      </span>
    </p>
  );
}

export function LoanFactsCard({ loan, today }: Props) {
  const { dueDate, lender, payoutAccount, disbursedAt, schedule, terms, pause } = loan;
  const due = dueDateOf(dueDate, today, pause?.since ?? null);
  const { annualPercentageRate: apr, agreed } = terms;
  return (
    <Card title="The loan">
      <Facts
        rows={[
          ["You got", nairaText(terms.principalAmount)],
          ["Fee", nairaText(terms.totalRepayment - terms.principalAmount)],
          ["You pay back", nairaText(terms.totalRepayment)],
          ["Estimated APR", apr === null ? null : percentText(apr)],
          ["Paid out", disbursedAt && momentText(disbursedAt)],
          ["Account", payoutAccount && accountText(payoutAccount)],
          ["Last due date", due === "MOVING" ? `${dateText(dueDate)}, plus the pause` : dateText(dueDate)],
          ["Lender", lender.name],
        ]}
      />
      {agreed && <p>{agreedText(agreed)} The fee is as it was.</p>}
      <ScheduleTable schedule={schedule} />
      {due === "MOVING" && <p>The dates from the pause on move by as long as it lasts.</p>}
    </Card>
  );
}

export function RepaidLoanCard({ loan }: { loan: JourneyLoan }) {
  const { terms, totalPaid, completedAt } = loan;
  return (
    <Card>
      <Facts
        rows={[
          ["You got", nairaText(terms.principalAmount)],
          ["You paid back", nairaText(totalPaid)],
          ["Paid back on", completedAt && momentText(completedAt)],
        ]}
      />
    </Card>
  );
}

/** `payAt`: where the reader can pay it from an account: `below`, `on Demo Market`. */
export function WrittenOffLoanCard({
  loan,
  marketplace,
  payAt,
}: {
  loan: JourneyLoan;
  marketplace: string;
  payAt: string;
}) {
  const { terms, totalPaid, writtenOff, recovered, deduction, lender } = loan;
  const naira = (amount: number) => nairaText(Math.round(amount * 100) / 100);
  return (
    <Card>
      <Facts
        rows={[
          ["You got", nairaText(terms.principalAmount)],
          ["You paid back before", naira(totalPaid - recovered)],
          ["Written off", naira(writtenOff + recovered)],
          ["Paid of that since", nairaText(recovered)],
          ["Left to pay", nairaText(writtenOff)],
        ]}
      />
      {writtenOff > 0 ? (
        <p>
          {lender.name} no longer expects this money, but it is still owed, and you cannot borrow here again before all
          of it is paid. You can pay it from your account {payAt}, also in parts.
          {deduction.maxNext > 0 &&
            ` ${marketplace} also takes ${percentText(deduction.percentage)} of each sale for it.`}{" "}
          Once nothing is left, it no longer keeps you from new funding.
        </p>
      ) : (
        <p>All of it has been paid since. It no longer keeps you from new funding.</p>
      )}
    </Card>
  );
}
