import { greatest, type Kobo, least, minus, zero } from "@/lib/kernel/money";
import { type Figures, totalDue } from "./balances";

/**
 * First out of the overpayment, then out of what is held without a debt. What neither covers, because it was reversed
 * during the payout, is taken from its origin: refund and reversal give the same result in either order.
 */
export function afterRefund(figures: Figures, amount: Kobo): Pick<Figures, "received" | "held"> {
  const { received, held, disbursed } = figures;
  if (!disbursed) {
    // What repaid a loan that was undone is owed back, too.
    const fromReceived = least(amount, greatest(zero, received));
    return { received: minus(received, fromReceived), held: minus(held, minus(amount, fromReceived)) };
  }
  const excess = greatest(zero, minus(received, totalDue(figures)));
  const fromHeld = least(greatest(zero, minus(amount, excess)), greatest(zero, held));
  return { received: minus(received, minus(amount, fromHeld)), held: minus(held, fromHeld) };
}
