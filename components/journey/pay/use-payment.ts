"use client";

import { useState } from "react";
import { isUncertain } from "@/components/calls/refusals";
import { useWork } from "@/components/forms/use-work";
import { useJourney } from "@/components/journey/context";
import type { OrderPayment, PaymentAnswer } from "@/lib/lending/transfers/payments/schema";
import type { JourneyLoan } from "@/lib/surfaces/journey/schema";
import { lostAnswer, orderNamed } from "./order-name";

/** Stays busy until the loan shows the payment: the card is then another one. */
export function usePayment({ loanId, payments }: Pick<JourneyLoan, "loanId" | "payments">) {
  const { session, call, refresh } = useJourney();
  const { busy, failure, run } = useWork();
  const [ordered, setOrdered] = useState(false);
  return {
    busy: busy || ordered,
    failure,
    /** @param refused called when it has not been ordered, or nobody knows */
    pay: (order: Pick<OrderPayment, "amount" | "coolingOff">, refused: () => void) =>
      ordered
        ? undefined
        : run(async () => {
            const requestId = orderNamed(order.amount, session.now, payments[0]);
            const answer = await call<PaymentAnswer>("POST", `loans/${loanId}/payments`, { ...order, requestId });
            if ("body" in answer) {
              setOrdered(true);
              return void (await refresh());
            }
            refused();
            // Whatever it was, the figures on the screen may be out of date; without a connection this takes its time.
            void refresh();
            return isUncertain(answer.code) ? { ...answer, refused: lostAnswer } : answer;
          }),
  };
}
