import type { PaymentAnswer } from "@/lib/lending/transfers/payments/schema";

/**
 * Names an order by what is seen when it is made: its amount, the day, and the newest payment. So an order whose answer was
 * lost is the same payment when it is made again, also after the page was opened anew, and an order made once the first
 * one is seen is another.
 * @param now a moment of the service's clock
 */
export function orderNamed(amount: number, now: string, newest: Pick<PaymentAnswer, "id"> | undefined): string {
  return `${now.slice(0, 10)} ${newest?.id ?? "first"} ${amount}`;
}

export const lostAnswer =
  "No answer came, so we do not know yet whether this was ordered. Check your connection, then pay again: the same payment is not taken twice.";
