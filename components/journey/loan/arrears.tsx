"use client";

import { useJourney } from "@/components/journey/context";
import { counted } from "@/components/journey/money-labels";
import { dateText, momentText } from "@/components/ui/date-text";
import { Notice } from "@/components/ui/notice";
import type { JourneyLoan } from "@/lib/embed/schema";
import { nairaText } from "@/lib/money";
import { dueDateOf, dueText } from "./due-words";

/** A running loan against its plan: what matters most comes first. */
export function Lateness({ loan }: { loan: JourneyLoan }) {
  const { session } = useJourney();
  const { health, lender, status, pause } = loan;
  const { daysPastDue, overdueAmount, aheadBehindAmount } = health;
  const { name } = session.marketplace;
  return (
    <>
      {status === "DEFAULTED" ? (
        <Notice look="bad" title="This loan is in default">
          <p>
            {nairaText(overdueAmount)} is overdue, {lateText(daysPastDue)}.{" "}
            {!pause && "Every sale still pays some of it back. "}
            You can pay it from your account below. If you cannot, talk to {lender.name} or {name}: until it is settled
            you cannot borrow again.
          </p>
        </Notice>
      ) : (
        daysPastDue > 0 && (
          <Notice look="warning" title={`${nairaText(overdueAmount)} is overdue`}>
            <p>
              It is {lateText(daysPastDue)}.{" "}
              {pause
                ? "That does not grow while repayments are paused. You can pay it from your account below; if you cannot, "
                : "Your next sales pay it first. If you do not expect enough of them soon, pay it from your account below, or "}
              talk to {lender.name} or {name}.
            </p>
          </Notice>
        )
      )}
      {pause && (
        <Notice look="plain" title="Repayments are paused">
          <p className="wrap-anywhere">
            Since {momentText(pause.since)}. The reason: {pause.reason}
          </p>
          <p>
            Nothing is taken from your sales, and nothing becomes overdue. The dates that were still to come when the
            pause began move by as long as it lasts. No end is set yet: this page says when repayments start again, and
            shows the new dates.
          </p>
        </Notice>
      )}
      {daysPastDue === 0 && status === "ACTIVE" && <p className="font-medium">{paceText(aheadBehindAmount)}</p>}
    </>
  );
}

/** What is owed besides the loan: overpayments, and refunds taken back. */
export function OwedBack({ loan: { overpaid, refundReceivable } }: { loan: JourneyLoan }) {
  return (
    <>
      {overpaid > 0 && (
        <Notice look="good" title={`${nairaText(overpaid)} goes back to you`}>
          <p>That much was taken beyond what you owed. It is sent to your bank account.</p>
        </Notice>
      )}
      {refundReceivable > 0 && (
        <Notice look="warning" title={`${nairaText(refundReceivable)} was refunded to you and then taken back`}>
          <p>The sale it came from was reversed afterwards, so you owe it in addition to the loan.</p>
        </Notice>
      )}
    </>
  );
}

export function NextInstalment({ loan, today }: { loan: JourneyLoan; today: string }) {
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

function paceText(aheadBehind: number): string {
  if (aheadBehind > 0) return `You are ${nairaText(aheadBehind)} ahead of the plan.`;
  if (aheadBehind < 0) return `You are ${nairaText(-aheadBehind)} behind the plan.`;
  return "You are right on the plan.";
}

function lateText(days: number): string {
  return `${counted(days, "day", "days")} late`;
}
