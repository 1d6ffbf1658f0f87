"use client";

import { useWork } from "@/components/forms/use-work";
import { useJourney } from "@/components/journey/context";
import type { PaymentAnswer } from "@/lib/payments/schema";

/** Orders a payment from the merchant's account. */
export function usePayment(loanId: string) {
  const { call, refresh } = useJourney();
  const { busy, failure, run } = useWork();
  return {
    busy,
    failure,
    /** @param ordered called once the service has taken the order */
    pay: (amount: number, ordered: () => void) =>
      run(async () => {
        const answer = await call<PaymentAnswer>("POST", `loans/${loanId}/payments`, { amount });
        if ("refused" in answer) return answer;
        await refresh();
        ordered();
      }),
  };
}
