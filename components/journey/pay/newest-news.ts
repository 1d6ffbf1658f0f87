import type { PaymentAnswer } from "@/lib/lending/transfers/payments/schema";

/** How long the outcome of a payment is news, in milliseconds. */
const newsFor = 3 * 86_400_000;

type Told = Pick<PaymentAnswer, "status" | "finishedAt" | "reversedAt">;

/** The payment of which something was heard last, if that is still news; they are listed by when they were ordered. */
export function newestNews<Payment extends Told>(payments: readonly Payment[], now: string): Payment | undefined {
  const since = Date.parse(now) - newsFor;
  const [newest] = payments.filter((payment) => heardAt(payment) > since).sort((a, b) => heardAt(b) - heardAt(a));
  return newest;
}

function heardAt({ status, finishedAt, reversedAt }: Told): number {
  const at = {
    CONFIRMED: finishedAt,
    FAILED: finishedAt,
    REVERSED: reversedAt,
    ANNOUNCED: null,
    PENDING: null,
    CANCELLED: null,
  };
  return Date.parse(at[status] ?? "") || 0;
}
