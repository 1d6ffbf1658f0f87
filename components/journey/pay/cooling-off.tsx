"use client";

import { useEffect, useRef, useState } from "react";
import { ConfirmBox } from "@/components/journey/confirm-box";
import { momentText } from "@/components/journey/format";
import { reveal } from "@/components/journey/money/reveal";
import { Card } from "@/components/journey/step-frame";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { JourneyLoan } from "@/lib/embed/schema";
import { nairaText } from "@/lib/money";
import type { PayoffQuote } from "@/lib/payments/schema";
import { usePayment } from "./use-payment";

/** The first days, in which a loan can be given back without its fee. */
export function CoolingOff(props: { loan: JourneyLoan; coolingOff: NonNullable<PayoffQuote["coolingOff"]> }) {
  const { loan, coolingOff } = props;
  const { amount, until } = coolingOff;
  const [asking, setAsking] = useState<"never" | "now" | "answered">("never");
  const { busy, failure, pay } = usePayment(loan.loanId);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asking === "answered" && button.current) reveal(button.current);
  }, [asking]);
  const fee = loan.terms.totalRepayment - loan.terms.principalAmount;
  return (
    <Card title="Changed your mind?">
      <p>
        Until {momentText(until)} you can end this loan by paying back {nairaText(amount)}: what you got, less what your
        sales have paid already. Then you pay no fee.
      </p>
      <Alert message={failure} />
      <div hidden={asking === "now"}>
        <Button ref={button} look="secondary" onClick={() => setAsking("now")}>
          Give the money back
        </Button>
      </div>
      {asking === "now" && (
        <ConfirmBox
          title="End this loan?"
          text={`${nairaText(amount)} is taken from your account, the fee of ${nairaText(fee)} is dropped, and nothing more is taken from your sales.`}
          no="Keep the loan"
          yes={`Yes, pay back ${nairaText(amount)}`}
          busy={busy}
          onNo={() => setAsking("answered")}
          onYes={() => pay(amount, () => setAsking("never"))}
        />
      )}
    </Card>
  );
}
