"use client";

import { useJourney } from "@/components/journey/context";
import { dateText } from "@/components/journey/format";
import { Notice } from "@/components/journey/money/notice";
import { Working } from "@/components/journey/money/working";
import { accountText } from "@/components/journey/money-labels";
import { Card } from "@/components/journey/step-frame";
import type { JourneyLoan } from "@/lib/embed/schema";
import { nairaText } from "@/lib/money";
import type { PaymentAnswer } from "@/lib/payments/schema";

/** How long the outcome of a payment is news, in milliseconds. */
const newsFor = 3 * 86_400_000;

/** What becomes of payments from the merchant's account: announced, under way, and how the last one ended. */
export function PaymentNews({ loan }: { loan: JourneyLoan }) {
  const { session } = useJourney();
  const isDue = loan.health.overdueAmount > 0 && loan.pause === null;
  const under = loan.payments.find(({ status }) => status === "PENDING" || (status === "ANNOUNCED" && isDue));
  const last = loan.payments.find(({ status }) => status === "CONFIRMED" || status === "FAILED");
  const isNews = last?.finishedAt && Date.parse(session.now) - Date.parse(last.finishedAt) < newsFor;
  const shown = under !== undefined || Boolean(isNews);
  return (
    // Always there, so that screen readers announce the change; the margin hides its gap until then.
    <div role="status" className={shown ? "flex flex-col gap-6" : "-mt-6"}>
      {under?.status === "PENDING" && <UnderWay payment={under} />}
      {under?.status === "ANNOUNCED" && <Announced payment={under} loan={loan} />}
      {last && isNews && <Finished payment={last} loan={loan} />}
    </div>
  );
}

function UnderWay({ payment }: { payment: PaymentAnswer }) {
  return (
    <Card>
      <Working>
        <p className="font-medium tabular-nums">Your bank is asked for {nairaText(payment.amount)}.</p>
        <p>This usually takes seconds. You need not stay on this page.</p>
      </Working>
    </Card>
  );
}

function Announced({ payment, loan }: { payment: PaymentAnswer; loan: JourneyLoan }) {
  const { amount, debitOn } = payment;
  const account = loan.payoutAccount ? ` at ${accountText(loan.payoutAccount)}` : "";
  return (
    <Notice
      look="warning"
      title={`${nairaText(amount)} is debited${debitOn === null ? " soon" : ` on ${dateText(debitOn)}`}`}
    >
      <p>
        {loan.lender.name} takes it from your account{account}, because it is overdue. Have it there by then, or pay it
        below before: then nothing is debited.
      </p>
    </Notice>
  );
}

const reasons: Record<NonNullable<PaymentAnswer["failure"]>, string> = {
  INSUFFICIENT_FUNDS: "There was not enough money in the account.",
  MANDATE_CANCELLED: "The mandate was stopped at the bank.",
  ACCOUNT_CLOSED: "The account is closed.",
  REFUSED: "The bank gave no reason.",
};

function Finished({ payment, loan }: { payment: PaymentAnswer; loan: JourneyLoan }) {
  const { amount, failure, source, status } = payment;
  if (status === "CONFIRMED") {
    return (
      <Notice look="good" title={`${nairaText(amount)} from your account has arrived`}>
        <p>
          {loan.outstanding.total > 0
            ? `${nairaText(loan.outstanding.total)} is left to pay.`
            : "Nothing is left to pay."}
        </p>
      </Notice>
    );
  }
  return (
    <Notice look="warning" title={`Your bank did not pay ${nairaText(amount)}`}>
      <p>
        {failure && reasons[failure]} Nothing was taken.
        {source === "MANDATE" &&
          loan.health.overdueAmount > 0 &&
          " It is still overdue: pay it here when you can. Before it is debited again we tell you, and that is a week later at the earliest."}
      </p>
    </Notice>
  );
}
