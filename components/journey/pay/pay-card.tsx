"use client";

import { useEffect, useId, useRef, useState } from "react";
import { controlLook } from "@/components/forms/field";
import { ConfirmBox } from "@/components/journey/confirm-box";
import { useJourney } from "@/components/journey/context";
import { amountOf } from "@/components/journey/money/amount-text";
import { Unread } from "@/components/journey/money/reading-states";
import { reveal } from "@/components/journey/money/reveal";
import { useReading } from "@/components/journey/money/use-reading";
import { accountText } from "@/components/journey/money-labels";
import { Card } from "@/components/journey/step-frame";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { JourneyLoan } from "@/lib/embed/schema";
import { nairaText } from "@/lib/money";
import type { PayoffQuote } from "@/lib/payments/schema";
import { CoolingOff } from "./cooling-off";
import { MandateAgain } from "./mandate-again";
import { amountError, type PayKind, payChoices } from "./pay-choice";
import { usePayment } from "./use-payment";

/** Paying from the merchant's own account, beside what is taken from sales. */
export function PayCard({ loan }: { loan: JourneyLoan }) {
  const { session } = useJourney();
  const { loanId, outstanding, health, payments, mandate } = loan;
  const figures = [session.now.slice(0, 10), outstanding.total, health.overdueAmount, payments[0]?.status].join(" ");
  const reading = useReading<PayoffQuote>(`loans/${loanId}/payoff-quote`, figures);
  const quote = reading.body;
  if (mandate !== "ACTIVE") return <MandateAgain loan={loan} />;
  if (payments.some(({ status }) => status === "PENDING")) return null;
  if (!quote) {
    return (
      <Card title="Pay from your account">
        <Unread reading={reading} blocks={["facts"]} />
      </Card>
    );
  }
  return (
    <>
      {quote.coolingOff && <CoolingOff loan={loan} coolingOff={quote.coolingOff} />}
      <Pay loan={loan} quote={quote} />
    </>
  );
}

function Pay({ loan, quote }: { loan: JourneyLoan; quote: PayoffQuote }) {
  const choices = payChoices(quote);
  const [kind, setKind] = useState<PayKind | null>(null);
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState<string | null>(null);
  const [asking, setAsking] = useState<"never" | "now" | "answered">("never");
  const { busy, failure, pay } = usePayment(loan.loanId);
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const name = useId();
  const chosen = choices.find((choice) => choice.kind === kind) ?? choices[0];
  const amount = chosen?.amount ?? amountOf(typed);

  useEffect(() => {
    if (asking === "answered" && button.current) reveal(button.current);
  }, [asking]);

  const ask = () => {
    const error = chosen?.kind === "other" ? amountError(typed, quote.outstanding) : null;
    setWrong(error);
    if (error === null) setAsking("now");
    else field.current?.focus();
  };
  return (
    <Card title="Pay from your account">
      <p>
        You can pay at any time{quote.account && ` from your account at ${accountText(quote.account)}`}. It costs
        nothing extra, and the fee stays as agreed.
      </p>
      <fieldset disabled={asking === "now"} className="flex flex-col gap-2">
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
            disabled={asking === "now"}
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
            {wrong ?? `At most ${nairaText(quote.outstanding)}`}
          </p>
        </div>
      )}
      <Alert message={failure} />
      <div hidden={asking === "now"}>
        <Button ref={button} onClick={ask}>
          {chosen?.kind === "other" ? "Pay this amount" : `Pay ${nairaText(amount)}`}
        </Button>
      </div>
      {asking === "now" && (
        <ConfirmBox
          title={`Pay ${nairaText(amount)} now?`}
          text={consequence(amount, quote)}
          no="Go back"
          yes={`Yes, pay ${nairaText(amount)}`}
          busy={busy}
          onNo={() => setAsking("answered")}
          onYes={() => pay(amount, () => setAsking("never"))}
        />
      )}
    </Card>
  );
}

function consequence(amount: number, { account, outstanding }: PayoffQuote): string {
  const from = account ? `It is taken from your account at ${accountText(account)}. ` : "";
  const left = Math.round((outstanding - amount) * 100) / 100;
  return left > 0
    ? `${from}After that, ${nairaText(left)} is left to pay.`
    : `${from}Then everything is paid back, and nothing more is taken from your sales.`;
}
