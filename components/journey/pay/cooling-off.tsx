"use client";

import { useEffect, useRef, useState } from "react";
import { reveal } from "@/components/forms/reveal";
import { ConfirmBox } from "@/components/journey/confirm-box";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { momentText } from "@/components/ui/date-text";
import { Card } from "@/components/ui/touch-card";
import { nairaText } from "@/lib/kernel/money";
import type { PayoffQuote } from "@/lib/lending/transfers/payments/schema";
import type { JourneyLoan } from "@/lib/surfaces/journey/schema";
import { usePayment } from "./use-payment";

/** The first days, in which a loan can be given back without its fee. */
export function CoolingOff(props: { loan: JourneyLoan; coolingOff: NonNullable<PayoffQuote["coolingOff"]> }) {
  const { loan, coolingOff } = props;
  const { amount, until } = coolingOff;
  // What is asked about stays as it is, whatever comes in meanwhile.
  const [asked, setAsked] = useState<number | null>(null);
  const [answered, setAnswered] = useState(false);
  const { busy, failure, pay } = usePayment(loan);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (answered && asked === null && button.current) reveal(button.current);
  }, [answered, asked]);
  const back = () => {
    setAnswered(true);
    setAsked(null);
  };
  const fee = loan.terms.totalRepayment - loan.terms.principalAmount;
  return (
    <Card title="Changed your mind?">
      <p>
        {amount > 0
          ? `Until ${momentText(until)} you can end this loan by paying back ${nairaText(amount)}: what you got, less what has been paid back already. Then you pay no fee.`
          : `What you got is paid back already. Until ${momentText(until)} you can end this loan: then you pay no fee.`}
      </p>
      <Alert message={failure} />
      <div hidden={asked !== null}>
        <Button ref={button} look="secondary" onClick={() => setAsked(amount)}>
          {amount > 0 ? "Give the money back" : "End the loan without a fee"}
        </Button>
      </div>
      {asked !== null && (
        <ConfirmBox
          title="End this loan?"
          text={`${asked > 0 ? `${nairaText(asked)} is taken from your account, the` : "The"} fee of ${nairaText(fee)} is dropped, and nothing more is taken from your sales.`}
          no="Keep the loan"
          yes={asked > 0 ? `Yes, pay back ${nairaText(asked)}` : "Yes, end the loan"}
          busy={busy}
          onNo={back}
          onYes={() => pay({ amount: asked, coolingOff: true }, back)}
        />
      )}
    </Card>
  );
}
