import { type Kobo, kobo, plus } from "@/lib/kernel/money";

const naira = (amount: number) => kobo(amount * 100);

/**
 * Of one transfer: the ceiling of the inter-bank system for companies (NIP). Paystack has a lower one for each account,
 * which it raises on request and does not show (support.paystack.com, "Transfer limit increase"); what is above that is
 * refused, and waits for a person just so.
 */
export const mostPerTransfer = naira(10_000_000);

/** "You cannot transfer less than NGN 100" (paystack.helpscoutdocs.com, "Paystack Transfers"). */
export const leastPerTransfer = naira(100);

/** From paystack.com/pricing: up to so much, so much. */
const bands = [
  { upTo: naira(5_000), fee: naira(10) },
  { upTo: naira(50_000), fee: naira(25) },
] as const;
const largestFee = naira(50);

/** Nigeria Tax Act 2025: on transfers of ₦10,000 and more, by whoever sends, since 1 January 2026. */
const stampDuty = naira(50);
const dutyFrom = naira(10_000);

/** What a transfer takes out of the balance beside its amount: Paystack's fee and the stamp duty. */
export function transferFee(amount: Kobo): Kobo {
  const fee = bands.find(({ upTo }) => amount <= upTo)?.fee ?? largestFee;
  return amount < dutyFrom ? fee : plus(fee, stampDuty);
}
