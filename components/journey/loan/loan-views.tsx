"use client";

import { useJourney } from "@/components/journey/context";
import { EndedOffer } from "@/components/journey/money/ended-offer";
import { ForecastRange } from "@/components/journey/money/forecast-range";
import { Working } from "@/components/journey/money/working";
import { accountText, percentText } from "@/components/journey/money-labels";
import { PayCard } from "@/components/journey/pay/pay-card";
import { PaymentNews } from "@/components/journey/pay/payment-news";
import { Button } from "@/components/ui/button";
import { dateText, momentText } from "@/components/ui/date-text";
import { Card, Facts } from "@/components/ui/touch-card";
import type { JourneyLoan } from "@/lib/embed/schema";
import { nairaText } from "@/lib/money";
import { heldPayoutDays } from "@/lib/payouts/constants";
import { Lateness, NextInstalment, OwedBack } from "./arrears";
import { CollectionCard } from "./collection-card";
import { dueDateOf } from "./due-words";
import { MailSwitch } from "./mail-switch";
import { RepaymentBar } from "./repayment-bar";
import { ScheduleTable } from "./schedule-table";
import { TermsProposal } from "./terms-proposal";

/** The money is being sent, or waits until its account has been checked. */
export function PayingOut({ loan }: { loan: JourneyLoan }) {
  const { payoutAccount, terms, deduction, payoutHeld } = loan;
  const { session } = useJourney();
  const account = payoutAccount ? ` at ${accountText(payoutAccount)}` : "";
  if (payoutHeld) return <Held loan={loan} />;
  return (
    <>
      <Card>
        <Working>
          <p className="font-medium tabular-nums">
            {nairaText(terms.principalAmount)} is being sent to your account{account}.
          </p>
          <p>This usually takes minutes. This page says when it has arrived.</p>
        </Working>
      </Card>
      <Card title="What happens next">
        <p>
          From the day the money is there, {session.marketplace.name} takes {percentText(deduction.percentage)} of each
          of your sales until {nairaText(terms.totalRepayment)} is paid back. You can follow every sale here.
        </p>
      </Card>
    </>
  );
}

/** Nobody whose name is known here has the account. */
function Held({ loan }: { loan: JourneyLoan }) {
  const { payoutAccount, terms } = loan;
  const { session } = useJourney();
  return (
    <>
      <Card>
        <Working>
          <p className="font-medium tabular-nums">{nairaText(terms.principalAmount)} waits until that is done.</p>
          <p>It is usually soon, and takes {heldPayoutDays} days at most. You need not stay on this page.</p>
        </Working>
      </Card>
      <Card title="Why we check">
        <p className="wrap-anywhere">
          {payoutAccount &&
            `The bank says that the account at ${accountText(payoutAccount)}, belongs to ${payoutAccount.accountName}. `}
          That is neither {session.merchant.businessName} nor one of its directors, so we make sure before any money
          goes there.
        </p>
      </Card>
      <Card title="What happens next">
        <p>
          If the account is yours, the money is sent. If it is not, we say so here and you can give another account. If
          we have done neither after {heldPayoutDays} days, the loan is cancelled, and you can ask for another. You owe
          nothing until the money has arrived.
        </p>
      </Card>
    </>
  );
}

/** A loan that is being paid back. */
export function Running({ loan }: { loan: JourneyLoan }) {
  const { session } = useJourney();
  const { deduction, dueDate, forecast, lender, payoutAccount, disbursedAt, schedule, terms, pause } = loan;
  const today = session.now.slice(0, 10);
  const due = dueDateOf(dueDate, today, pause?.since ?? null);
  return (
    <>
      <PaymentNews loan={loan} />
      <Lateness loan={loan} />
      <OwedBack loan={loan} />
      <TermsProposal loan={loan} />
      <Card title="Paid back so far">
        <RepaymentBar loan={loan} />
      </Card>
      <Card title="Next instalment">
        <NextInstalment loan={loan} today={today} />
        <p className="text-sm text-stone-700 dark:text-stone-300">
          {pause && "Once repayments start again, "}
          {session.marketplace.name} takes {percentText(deduction.percentage)} of each sale
          {deduction.minimum > 0 && <>, at least {nairaText(deduction.minimum)}</>}.
        </p>
      </Card>
      <PayCard loan={loan} />
      <CollectionCard loan={loan} />
      <Card title="Expected to be paid back">
        <ForecastRange today={today} dueDate={dueDate} due={due} paused={pause !== null} range={forecast} />
      </Card>
      <Card title="The loan">
        <Facts
          rows={[
            ["You got", nairaText(terms.principalAmount)],
            ["Fee", nairaText(terms.totalRepayment - terms.principalAmount)],
            ["You pay back", nairaText(terms.totalRepayment)],
            ["APR, estimated", terms.annualPercentageRate === null ? null : percentText(terms.annualPercentageRate)],
            ["Paid out", disbursedAt && momentText(disbursedAt)],
            ["Account", payoutAccount && accountText(payoutAccount)],
            ["Last due date", due === "MOVING" ? `${dateText(dueDate)}, plus the pause` : dateText(dueDate)],
            ["Lender", lender.name],
          ]}
        />
        <ScheduleTable schedule={schedule} />
        {due === "MOVING" && <p>The dates from the pause on move by as long as it lasts.</p>}
      </Card>
      <MailSwitch />
    </>
  );
}

/** A loan that is over, however it ended. */
export function Ended({ loan }: { loan: JourneyLoan }) {
  const { status, terms, totalPaid, completedAt, writtenOff, recovered, lender } = loan;
  if (status === "CANCELLED") {
    return (
      <>
        <EndedOffer loan={loan} />
        <AskAgain />
      </>
    );
  }
  const repaid = status === "REPAID";
  return (
    <>
      <Card>
        <Facts
          rows={[
            ["You got", nairaText(terms.principalAmount)],
            ["You paid back", nairaText(totalPaid)],
            ["Paid back on", repaid && completedAt !== null ? momentText(completedAt) : null],
            ["Written off", repaid ? null : nairaText(writtenOff)],
            ["Received since", recovered > 0 ? nairaText(recovered) : null],
          ]}
        />
        {!repaid && (
          <p>
            {lender.name} no longer expects {nairaText(writtenOff)} of this loan to be paid back. It still counts as not
            paid, so you cannot borrow here again before it is settled. {lender.name} can tell you how to do that.
          </p>
        )}
      </Card>
      <OwedBack loan={loan} />
      {repaid && <AskAgain />}
    </>
  );
}

function AskAgain() {
  const { session, go } = useJourney();
  if (!session.open.includes("funding")) return null;
  return <Button onClick={() => go("funding")}>Ask for funding again</Button>;
}
