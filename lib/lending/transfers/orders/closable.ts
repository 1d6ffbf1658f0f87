import { now as realNow } from "@/lib/kernel/clock";
import { CodedError, invalidField } from "@/lib/kernel/errors";
import { fromKobo, type Kobo, nairaText, toKobo } from "@/lib/kernel/money";
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

const notSent = "The provider has not been asked for this order, so it cannot have been paid.";
const beingAsked = "The provider is being asked about this order just now: try again in some minutes.";
const tooEarly = "The provider was asked less than an hour ago: what it did not answer may still arrive.";
