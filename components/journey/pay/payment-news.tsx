"use client";

import { useEffect, useRef } from "react";
import { reveal } from "@/components/forms/reveal";
import { useJourney } from "@/components/journey/context";
import { Receipt } from "@/components/journey/loan/statement-card";
import { Working } from "@/components/journey/money/working";
import { accountText, debitFailureTexts, leftToPay, takenBackText } from "@/components/loan/loan-text";
import { dateText } from "@/components/ui/date-text";
import { Notice } from "@/components/ui/notice";
import { Card } from "@/components/ui/touch-card";
import { nairaText } from "@/lib/kernel/money";
import type { PaymentAnswer } from "@/lib/lending/transfers/payments/schema";
import type { JourneyLoan } from "@/lib/surfaces/journey/schema";
import { newestNews } from "./newest-news";

export function PaymentNews({ loan }: { loan: JourneyLoan }) {
  const { session } = useJourney();
  // One that was announced is made only if it is still allowed on its day.
  const isDue = overdueOf(loan) > 0 && loan.pause === null && loan.mandate === "ACTIVE";
  const under = loan.payments.find(({ status }) => status === "PENDING" || (status === "ANNOUNCED" && isDue));
  const last = newestNews(loan.payments, session.now);
  const ordered = loan.payments.find(({ source }) => source === "DIRECT")?.id;
  const news = useRef<HTMLDivElement>(null);
  const before = useRef(ordered);
  useEffect(() => {
    if (before.current === ordered) return;
    before.current = ordered;
    // The button that ordered it, further down, is gone, and the focus with it.
    if (news.current && document.hasFocus() && document.activeElement === document.body) reveal(news.current);
  }, [ordered]);
  const shown = under !== undefined || last !== undefined;
  return (
    // Always there, so that screen readers announce the change; the margin hides its gap until then.
    <div ref={news} role="status" tabIndex={-1} className={`outline-none ${shown ? "flex flex-col gap-6" : "-mt-6"}`}>
      {under?.status === "PENDING" && <UnderWay payment={under} />}
      {under?.status === "ANNOUNCED" && <Announced payment={under} loan={loan} />}
      {last && <Finished payment={last} loan={loan} isDue={isDue} />}
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
      title={`Up to ${nairaText(amount)} will be debited${debitOn === null ? " soon" : ` on ${dateText(debitOn)}`}`}
    >
      <p>
        {loan.lender.name} takes what is overdue then from your account{account}. What your sales pay until then is not
        debited. Have the rest in the account, or pay it below before that day.
      </p>
    </Notice>
  );
}

/** @param props.isDue whether it may be debited again */
function Finished({ payment, loan, isDue }: { payment: PaymentAnswer; loan: JourneyLoan; isDue: boolean }) {
  const { id, amount, failure, source, status, finishedAt } = payment;
  const left = leftToPay(loan);
  if (status === "CONFIRMED") {
    return (
      <Notice look="good" title={`${nairaText(amount)} from your account has arrived`}>
        <p>{left > 0 ? `${nairaText(left)} is left to pay.` : "Nothing is left to pay."}</p>
        {finishedAt !== null && amount > 0 && <Receipt loan={loan} payment={{ id, at: finishedAt }} />}
      </Notice>
    );
  }
  if (status === "REVERSED") {
    return (
      <Notice look="warning" title={`Your bank took back ${nairaText(amount)}`}>
        <p>{takenBackText(amount, loan)}</p>
      </Notice>
    );
  }
  return (
    <Notice look="warning" title={`Your bank did not pay ${nairaText(amount)}`}>
      <p>
        {failure && debitFailureTexts[failure]} Nothing was taken.
        {source === "MANDATE" && overdueOf(loan) > 0 && " It is still overdue: pay it below when you can."}
        {source === "MANDATE" &&
          isDue &&
          " We tell you before it is debited again, a week after this debit at the earliest."}
      </p>
    </Notice>
  );
}

/** All of a loss is overdue. */
function overdueOf({ status, writtenOff, health }: JourneyLoan): number {
  return status === "WRITTEN_OFF" ? writtenOff : health.overdueAmount;
}
