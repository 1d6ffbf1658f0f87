"use client";

import { Fragment, useEffect, useId, useRef, useState } from "react";
import { controlLook } from "@/components/forms/field";
import { reveal } from "@/components/forms/reveal";
import { ConfirmBox } from "@/components/journey/confirm-box";
import { useJourney } from "@/components/journey/context";
import { amountOf } from "@/components/journey/money/amount-text";
import { Unread } from "@/components/journey/money/reading-states";
import { useReading } from "@/components/journey/money/use-reading";
import { accountText, leftToPay } from "@/components/loan/loan-text";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Card } from "@/components/ui/touch-card";
import { nairaText } from "@/lib/kernel/money";
import type { PayoffQuote } from "@/lib/lending/transfers/payments/schema";
import type { JourneyLoan } from "@/lib/surfaces/journey/schema";
import { coolingOffDays } from "@/lib/terms/payments/constants";
import { CoolingOff } from "./cooling-off";
import { MandateAgain } from "./mandate-again";
import { amountError, type PayKind, payChoices } from "./pay-choice";
import { usePayment } from "./use-payment";

const day = 86_400_000;

export function PayCard({ loan }: { loan: JourneyLoan }) {
  const { mandate, payments } = loan;
  const [stopped, setStopped] = useState(mandate !== "ACTIVE");
  if (mandate !== "ACTIVE" && !stopped) setStopped(true);
  const underWay = payments.some(({ status }) => status === "PENDING");
  const agreed = stopped && mandate === "ACTIVE" && !underWay;
  return (
    <>
      {/* Always there, so that screen readers announce the change; the margin hides its gap until then. */}
      <div role="status" className={agreed ? "" : "-mt-6"}>
        {agreed && (
          <Notice look="good" title="Your bank has agreed">
            <p>You can pay from your account again.</p>
          </Notice>
        )}
      </div>
      {mandate !== "ACTIVE" ? <MandateAgain loan={loan} /> : !underWay && <Quoted loan={loan} />}
    </>
  );
}

function Quoted({ loan }: { loan: JourneyLoan }) {
  const { session } = useJourney();
  const { loanId, health } = loan;
  const newest = loan.payments[0];
  const owed = [leftToPay(loan), health.overdueAmount, newest?.id, newest?.status];
  const reading = useReading<PayoffQuote>(
    `loans/${loanId}/payoff-quote`,
    [session.now.slice(0, 10), ...owed].join(" "),
  );
  if (!reading.body) {
    // In the first days there is more to come, and what stands below must not jump.
    const isNew = Date.parse(session.now) - Date.parse(loan.disbursedAt ?? session.now) <= coolingOffDays * day;
    return (
      <Card title="Pay from your account">
        <Unread reading={reading} blocks={[isNew ? "list" : "card"]} />
      </Card>
    );
  }
  const quote = withoutThePast(reading.body, session.now);
  return (
    // Another one after each payment: what was asked before it is not about what is owed now.
    <Fragment key={newest?.id}>
      {quote.coolingOff && <CoolingOff loan={loan} coolingOff={quote.coolingOff} />}
      {quote.coolingOff?.amount !== 0 && <Pay loan={loan} quote={quote} />}
    </Fragment>
  );
}

/** A quote may be read before the end of the days in which the loan can be given back, and looked at afterwards. */
function withoutThePast(quote: PayoffQuote, now: string): PayoffQuote {
  const { coolingOff } = quote;
  return coolingOff && Date.parse(coolingOff.until) < Date.parse(now) ? { ...quote, coolingOff: null } : quote;
}

function Pay({ loan, quote }: { loan: JourneyLoan; quote: PayoffQuote }) {
  const choices = payChoices(quote);
  const [kind, setKind] = useState<PayKind | null>(null);
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState<string | null>(null);
  // What is asked about stays as it is, whatever comes in meanwhile.
  const [asked, setAsked] = useState<{ amount: number; text: string } | null>(null);
  const [answered, setAnswered] = useState(false);
  const { busy, failure, pay } = usePayment(loan);
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const name = useId();
  const chosen = choices.find((choice) => choice.kind === kind) ?? choices[0];
  const amount = chosen?.amount ?? amountOf(typed);

  useEffect(() => {
    if (answered && asked === null && button.current) reveal(button.current);
  }, [answered, asked]);

  const ask = () => {
    const error = chosen?.kind === "other" ? amountError(typed, quote) : null;
    setWrong(error);
    if (error === null) setAsked({ amount, text: consequence(amount, quote) });
    else field.current?.focus();
  };
  const back = () => {
    setAnswered(true);
    setAsked(null);
  };
  return (
    <Card title="Pay from your account">
      <p>
        You can pay at any time{quote.account && ` from your account at ${accountText(quote.account)}`}. It costs
        nothing extra, and the fee stays as agreed.
      </p>
      <fieldset disabled={asked !== null} className="flex flex-col gap-2">
        <legend className="sr-only">How much to pay</legend>
        {choices.map((choice) => (
          <label
            key={choice.kind}
            className="flex min-h-12 cursor-pointer items-center gap-3 rounded-(--radius-field) border border-stone-400 px-3 py-2 has-checked:border-brand has-checked:bg-stone-100 dark:border-stone-600 dark:has-checked:border-brand-soft dark:has-checked:bg-stone-800"
          >
            <input
              type="radio"
              name={name}
              checked={choice.kind === chosen?.kind}
              onChange={() => setKind(choice.kind)}
              className="size-5 shrink-0 accent-brand dark:accent-brand-soft"
            />
            <span className="flex flex-1 flex-wrap justify-between gap-x-4">
              <span>{choice.label}</span>
              {choice.amount !== null && <span className="font-medium tabular-nums">{nairaText(choice.amount)}</span>}
            </span>
          </label>
        ))}
      </fieldset>
      {chosen?.kind === "other" && (
        <div className="flex flex-col gap-1.5">
          <label htmlFor={`${name}-amount`} className="font-medium">
            Amount in naira
          </label>
          <input
            ref={field}
            id={`${name}-amount`}
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            disabled={asked !== null}
            aria-invalid={wrong !== null}
            aria-describedby={`${name}-note`}
            onChange={({ target }) => {
              setTyped(target.value);
              setWrong(null);
            }}
            className={`${controlLook} tabular-nums`}
          />
          <p
            id={`${name}-note`}
            className={`min-h-5 text-sm ${wrong === null ? "text-stone-600 dark:text-stone-400" : "text-red-800 dark:text-red-300"}`}
          >
            {wrong ?? mostText(quote)}
          </p>
        </div>
      )}
      <Alert message={failure} />
      <div hidden={asked !== null}>
        <Button ref={button} onClick={ask}>
          {chosen?.kind === "other" ? "Pay this amount" : `Pay ${nairaText(amount)}`}
        </Button>
      </div>
      {asked !== null && (
        <ConfirmBox
          title={`Pay ${nairaText(asked.amount)} now?`}
          text={asked.text}
          no="Go back"
          yes={`Yes, pay ${nairaText(asked.amount)}`}
          busy={busy}
          onNo={back}
          onYes={() => pay({ amount: asked.amount }, back)}
        />
      )}
    </Card>
  );
}

function mostText({ coolingOff, outstanding }: PayoffQuote): string {
  return coolingOff ? `Less than ${nairaText(coolingOff.amount)}` : `At most ${nairaText(outstanding)}`;
}

function consequence(amount: number, { account, outstanding }: PayoffQuote): string {
  const from = account ? `It is taken from your account at ${accountText(account)}. ` : "";
  const left = Math.round((outstanding - amount) * 100) / 100;
  return left > 0
    ? `${from}After that, ${nairaText(left)} is left to pay.`
    : `${from}Then everything is paid back, and nothing more is taken from your sales.`;
}
