import { momentText } from "@/components/ui/date-text";
import { Notice } from "@/components/ui/notice";
import { nairaText } from "@/lib/kernel/money";
import type { JourneyLoan } from "@/lib/surfaces/journey/schema";
import { counted } from "./loan-text";

/** What matters most comes first. `payAt`: where the reader can pay it from an account: `below`, `at Demo Market`. */
export function Lateness({ loan, marketplace, payAt }: { loan: JourneyLoan; marketplace: string; payAt: string }) {
  const { health, lender, status, pause } = loan;
  const { daysPastDue, overdueAmount, aheadBehindAmount } = health;
  return (
    <>
      {status === "DEFAULTED" ? (
        <Notice look="bad" title="This loan is in default">
          <p>
            {nairaText(overdueAmount)} is overdue, {lateText(daysPastDue)}.{" "}
            {!pause && "Every sale still pays some of it back. "}
            You can pay it from your account {payAt}. If you cannot, talk to {lender.name} or {marketplace}: until it is
            settled you cannot borrow again.
          </p>
        </Notice>
      ) : (
        daysPastDue > 0 && (
          <Notice look="warning" title={`${nairaText(overdueAmount)} is overdue`}>
            <p>
              It is {lateText(daysPastDue)}.{" "}
              {pause
                ? `That does not grow while repayments are paused. You can pay it from your account ${payAt}; if you cannot, `
                : `Your next sales pay it first. If you do not expect enough of them soon, pay it from your account ${payAt}, or `}
              talk to {lender.name} or {marketplace}.
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

/** What the merchant owes besides the loan: refunds taken back. */
export function RefundTakenBack({ loan: { refundReceivable } }: { loan: JourneyLoan }) {
  if (refundReceivable === 0) return null;
  return (
    <Notice look="warning" title={`${nairaText(refundReceivable)} was refunded to you and then taken back`}>
      <p>What it came from was taken back afterwards, so you owe it in addition to the loan.</p>
    </Notice>
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
