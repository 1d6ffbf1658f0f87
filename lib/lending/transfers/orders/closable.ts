import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { rails } from "@/db/schema/lenders";
import type { payouts } from "@/db/schema/loans";
import { now as realNow } from "@/lib/kernel/clock";
import { CodedError, invalidField } from "@/lib/kernel/errors";
import { fromKobo, type Kobo, nairaText, toKobo } from "@/lib/kernel/money";
import { mayBeEntered } from "@/lib/lending/transfers/batches/queries";
import type { CloseOrder } from "./schema";

/** @throws CodedError while its provider may still do something about it, or where it cannot be as the operators say */
export function requireClosable(
  order: { amount: Kobo; askedAt: Date | null; leasedUntil: Date | null },
  { outcome, amount }: CloseOrder,
  mayArriveYet: boolean,
) {
  if (toKobo(amount) !== order.amount) {
    throw invalidField("amount", `Must be what was ordered, ${nairaText(fromKobo(order.amount))}`);
  }
  if (outcome === "PAID" && !order.askedAt) throw new CodedError("LOAN_STATE_CONFLICT", notSent);
  // By real time: whoever is asking will record the answer.
  if (order.leasedUntil && order.leasedUntil > realNow()) throw new CodedError("LOAN_STATE_CONFLICT", beingAsked);
  if (mayArriveYet) throw new CodedError("LOAN_STATE_CONFLICT", tooEarly);
}

/** By hand, what was in no batch that was released has been in nobody's hands. */
export async function requireEntered(
  order: Pick<typeof payouts.$inferSelect, "id" | "railId">,
  { outcome }: CloseOrder,
): Promise<void> {
  if (outcome !== "PAID" || !order.railId) return;
  const [rail] = await db().select({ kind: rails.kind }).from(rails).where(eq(rails.id, order.railId));
  if (rail?.kind !== "BY_HAND" || (await mayBeEntered(order.id))) return;
  throw new CodedError("LOAN_STATE_CONFLICT", "The order was in no batch that was released, so nobody has entered it.");
}

const notSent = "The provider has not been asked for this order, so it cannot have been paid.";
const beingAsked = "The provider is being asked about this order just now: try again in some minutes.";
const tooEarly = "The provider was asked less than an hour ago: what it did not answer may still arrive.";
