import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { repaymentEvents } from "@/db/schema/data-events";
import { loans } from "@/db/schema/loans";
import { inTenant } from "@/db/tenancy";
import type { Actor, Tenant } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { invalidField, notFound } from "@/lib/errors";
import { findMerchantInReach } from "@/lib/merchants/reach";
import { toKobo } from "@/lib/money";
import { earlierReceipt, type Receipt, receiptColumns, refuseFuture } from "./receipt";
import type { RepaymentEvent } from "./schema";

/**
 * Keeps a repayment as the marketplace reports it, once per event id: the evidence of what is booked.
 * @throws CodedError VALIDATION_FAILED, NOT_FOUND when merchant or loan is unknown or the one is not the other's,
 *   EVENT_CONFLICT
 */
export async function receiveRepaymentEvent(call: {
  actor: Actor;
  input: RepaymentEvent;
  now: Date;
}): Promise<Receipt> {
  const { actor, input, now } = call;
  const { tenant } = actor;
  const { eventId } = input;
  const { amount, at, atField } = figuresOf(input);
  refuseFuture(
    {
      timestamp: input.timestamp,
      [`deduction.${atField}`]: at,
      "sourceTransaction.timestamp": input.sourceTransaction?.timestamp,
    },
    now,
  );
  if (input.marketplace.id !== tenant.marketplaceId) {
    throw invalidField("marketplace.id", "Must be the id of the marketplace that the access token belongs to");
  }
  return transaction(async () => {
    const merchantId = await reportedMerchant(actor, input.merchant);
    const loanId = await reportedLoan(tenant, merchantId, input.loan);
    const columns = receiptColumns({ kind: "repayment", tenant, merchantId, event: input, occurredAt: at, now });
    const { reference } = input.deduction;
    const [first] = await db()
      .insert(repaymentEvents)
      .values({ ...columns, loanId, type: input.event, reference, amount, body: JSON.stringify(input) })
      .onConflictDoNothing({
        target: [repaymentEvents.marketplaceId, repaymentEvents.environment, repaymentEvents.eventId],
      })
      .returning({ receivedAt: repaymentEvents.receivedAt });
    if (!first) return earlierReceipt(repaymentEvents, tenant, columns);
    await recordAudit({ actor, action: `repayment-event.receive ${input.event}`, subjectId: columns.id, now });
    return { eventId, receivedAt: first.receivedAt };
  });
}

/** The amount in kobo and the moment of what happened to the deduction, each kind of event having its own names for them. */
function figuresOf(event: RepaymentEvent): { amount: number; at: Date; atField: string } {
  switch (event.event) {
    case "repayment.deducted":
      return { amount: toKobo(event.deduction.amount), at: event.deduction.deductedAt, atField: "deductedAt" };
    case "repayment.failed":
      return { amount: toKobo(event.deduction.attemptedAmount), at: event.deduction.failedAt, atField: "failedAt" };
    case "repayment.reversed":
      return { amount: toKobo(event.deduction.amount), at: event.deduction.reversedAt, atField: "reversedAt" };
  }
}

/** The merchant by the marketplace's own id of it; the service's id, when it is there too, has to be the same one's. */
async function reportedMerchant(actor: Actor, named: RepaymentEvent["merchant"]): Promise<string> {
  const { merchantId, thirdPartyCustomerId } = await findMerchantInReach(actor, named.marketplaceId);
  const same = (named.serviceId ?? merchantId) === merchantId;
  if (thirdPartyCustomerId !== named.marketplaceId || !same) throw notFound("merchant");
  return merchantId;
}

async function reportedLoan(tenant: Tenant, merchantId: string, named: RepaymentEvent["loan"]): Promise<string> {
  const [loan] = await db()
    .select({ id: loans.id, reference: loans.reference })
    .from(loans)
    .where(inTenant(loans, tenant, eq(loans.id, named.serviceId), eq(loans.merchantId, merchantId)));
  if (!loan || (named.serviceReference ?? loan.reference) !== loan.reference) throw notFound("loan");
  return loan.id;
}
