import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { payments } from "@/db/schema/payments";
import { log } from "@/lib/kernel/log";
import type { Kobo } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import { findGivenMandate } from "@/lib/lending/transfers/mandates/given-mandate";
import { mandatesOver } from "@/lib/parties/lenders/rails/open-rail";
import type { GivenMandate, MandateProvider } from "@/lib/platform/providers/mandate";
import { type Debit, isDebit } from "./serialize";

/** What is on the account that arrears are about to be debited from, in kobo; null where nobody can tell, or need not. */
export async function moneyThere(
  paymentId: string,
  now: BusinessTime,
  provider?: MandateProvider,
): Promise<Kobo | null> {
  const [payment] = await db().select().from(payments).where(eq(payments.id, paymentId));
  if (!payment || !isDebit(payment) || payment.source !== "MANDATE" || payment.askedAt) return null;
  if (payment.status !== "ANNOUNCED" || (payment.dueAt && payment.dueAt > now)) return null;
  const bank = provider ?? (await mandatesOver(payment));
  // Called before the `try`: a call inside a transaction is our error, not the bank's.
  const asked = bank.available({ ...(await mandateOf(payment)), now });
  try {
    return await asked;
  } catch (error) {
    log.error("the bank could not be asked what is on an account", error, { paymentId });
    return null;
  }
}

/** The mandate that a debit goes by. @throws Error when there is none */
export async function mandateOf({ id, mandateId }: Debit): Promise<GivenMandate> {
  const found = await findGivenMandate(mandateId);
  if (!found) throw new Error(`The payment ${id} has no mandate.`);
  return found.given;
}
