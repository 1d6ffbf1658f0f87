import { day as dayLength } from "@/lib/kernel/calendar";
import { greatest, type Kobo, minus, plus, totalOf, zero } from "@/lib/kernel/money";
import type { Cap, DayFigures } from "@/lib/terms/collection/day-schema";
import type { CollectedSale } from "./day-figures";

type Payment = { amount: Kobo; at: Date };
type Day = { day: string; own: Pick<DayFigures, "used"> };

/** Only the day of the cap has to be gone through sale by sale: this is what is left when it begins. */
export function dayOfCap(
  due: Kobo,
  payments: readonly Payment[],
  days: readonly Day[],
): { day: string; left: Kobo } | undefined {
  let used = zero;
  for (const { day, own } of days) {
    const begun = Date.parse(`${day}T00:00:00Z`);
    const paidBefore = (moment: number) => totalOf(payments.filter(({ at }) => at.getTime() < moment));
    const left = minus(minus(due, paidBefore(begun)), used);
    used = plus(used, own.used);
    if (minus(due, paidBefore(begun + dayLength)) < used) return { day, left: greatest(zero, left) };
  }
  return undefined;
}

export function capWithin(
  { day, left: atFirst }: { day: string; left: Kobo },
  sales: readonly Pick<CollectedSale, "orderId" | "at" | "share" | "taken" | "special">[],
  payments: readonly Payment[],
): Cap {
  const begun = Date.parse(`${day}T00:00:00Z`);
  let left = atFirst;
  let since = begun;
  for (const { orderId, at, share, taken, special } of sales) {
    const until = at.getTime() + 1;
    const paid = totalOf(payments.filter((payment) => payment.at.getTime() >= since && payment.at.getTime() < until));
    left = greatest(zero, minus(left, paid));
    since = until;
    if (share > left) return { at: at.toISOString(), orderId, amount: left };
    left = greatest(zero, minus(left, special === null ? share : greatest(share, taken)));
  }
  // What ends it comes after the day's last sale: a payment, or more deducted than was left.
  return { at: new Date(begun + dayLength).toISOString(), orderId: "", amount: zero };
}
