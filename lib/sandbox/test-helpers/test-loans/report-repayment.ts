import type { Actor } from "@/lib/kernel/actor";
import { randomText } from "@/lib/kernel/crypto";
import { notFound } from "@/lib/kernel/errors";
import type { BusinessTime } from "@/lib/kernel/time";
import { receiveRepayment } from "@/lib/lending/repayments/receive-repayment";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";
import { type RepaymentEvent, repaymentEvent } from "@/lib/sales/data-events/schema";

/** As its marketplace's webhook would, in camelCase, moments in ISO 8601; a new event id unless one is given. */
export async function reportRepayment(call: {
  actor: Actor;
  loan: LoanRecord;
  fact: { event: RepaymentEvent["event"]; deduction: Record<string, unknown>; sourceTransaction?: Sale };
  /** When it was first sent, even if this is a repeat. */
  event?: { id: string; at: Date };
  now: BusinessTime;
}): Promise<void> {
  const { actor, loan, fact, now, event = { id: `test-${randomText(16)}`, at: now } } = call;
  if (loan.thirdPartyCustomerId === null) throw notFound("merchant");
  const raw = {
    ...fact,
    eventId: event.id,
    timestamp: event.at.toISOString(),
    marketplace: { id: actor.tenant.marketplaceId },
    merchant: { marketplaceId: loan.thirdPartyCustomerId, serviceId: loan.merchantId },
    loan: { serviceId: loan.id, serviceReference: loan.reference },
  };
  await receiveRepayment({ actor, input: repaymentEvent.parse(raw), raw, now });
}

type Sale = { id: string; type: "sale"; grossAmount: number; timestamp: string };

/** A generated reference for a deduction, a reversal or an order. */
export function testReference(kind: "DED" | "REV" | "ORD"): string {
  return `${kind}-${randomText(12)}`;
}
