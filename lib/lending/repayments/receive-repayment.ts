import { inTransaction } from "@/db/client";
import type { Call } from "@/lib/kernel/call";
import { reachOf } from "@/lib/kernel/reach";
import { refuseFuture, requireOwn } from "@/lib/sales/data-events/receipt";
import type { RepaymentEvent } from "@/lib/sales/data-events/schema";
import { bookAlone } from "./book-alone";
import { bookTogether } from "./book-together";
import { repaymentFactOf } from "./repayment-fact";
import type { RepaymentReceipt } from "./report";

/**
 * In one transaction, once per event id and once per fact. An authentic deduction is never rejected for its amount or
 * the loan's state (docs/repayments.md#reports), if it can be counted exactly (`addToTotals`). `raw`: as sent, with
 * camelCase names; tells a repeated event from a different one.
 */
export async function receiveRepayment(call: Call<{ input: RepaymentEvent; raw: unknown }>): Promise<RepaymentReceipt> {
  const { actor, input, raw, now } = call;
  const { tenant } = actor;
  const fact = repaymentFactOf(input);
  const { timestamp, sourceTransaction } = input;
  const source = { "sourceTransaction.timestamp": sourceTransaction?.timestamp };
  refuseFuture({ timestamp, [fact.atField]: fact.at, ...source }, now);
  requireOwn(tenant, input.marketplace);
  const { eventId, loan } = input;
  const incoming = { reach: reachOf(actor), eventId, loanId: loan.serviceId, fact, input, raw, now };
  // A batch shared by many callers would not see the changes of a transaction in progress.
  const together = actor.kind === "webhook" && fact.type === "repayment.deducted" && !inTransaction();
  const receipt = together ? await bookTogether(incoming) : null;
  return receipt ?? bookAlone(actor, incoming);
}
receiveRepayment.errors = ["NOT_FOUND", "EVENT_CONFLICT", "DEDUCTION_CONFLICT"] as const;
