import { type Figures, totalDue } from "./balances";

/**
 * The running totals once `amount` kobo went back to the merchant: out of what exceeded the debt, then out of what was held
 * where there was none. What is no longer covered by either, because it was reversed while the money was on its way, comes
 * out of where it had been: the loan's own deductions when there is a debt. So refund and reversal come to the same in either
 * order.
 */
export function afterRefund(figures: Figures, amount: number): Pick<Figures, "received" | "held"> {
  const { received, held, disbursed } = figures;
  if (!disbursed) return { received, held: held - amount };
  const excess = Math.max(0, received - totalDue(figures));
  const fromHeld = Math.min(Math.max(0, amount - excess), Math.max(0, held));
  return { received: received - (amount - fromHeld), held: held - fromHeld };
}
