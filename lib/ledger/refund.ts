import { greatest, type Kobo, least, minus, zero } from "@/lib/money";
import { type Figures, totalDue } from "./balances";

/**
 * The running totals once `amount` went back to the merchant: out of what exceeded the debt, then out of what was held
 * where there was none. What is no longer covered by either, because it was reversed while the money was on its way, comes
 * out of where it had been: the loan's own deductions when there is a debt. So refund and reversal come to the same in either
 * order.
 */
export function afterRefund(figures: Figures, amount: Kobo): Pick<Figures, "received" | "held"> {
  const { received, held, disbursed } = figures;
  if (!disbursed) return { received, held: minus(held, amount) };
  const excess = greatest(zero, minus(received, totalDue(figures)));
  const fromHeld = least(greatest(zero, minus(amount, excess)), greatest(zero, held));
  return { received: minus(received, minus(amount, fromHeld)), held: minus(held, fromHeld) };
}
