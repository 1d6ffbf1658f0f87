import { db } from "@/db/client";
import { loanInstallments, loans } from "@/db/schema/loans";
import { ownedBy } from "@/db/tenancy";
import { dateOf, day, later } from "@/lib/kernel/calendar";
import type { Call } from "@/lib/kernel/call";
import { randomText } from "@/lib/kernel/crypto";
import { newId } from "@/lib/kernel/ids";
import type { Kobo } from "@/lib/kernel/money";
import type { AssumedSales } from "@/lib/parties/lenders/assumed-sales";
import type { LenderProduct } from "@/lib/parties/lenders/product";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { queueMerchantMail } from "@/lib/platform/messages/mails/queue-merchant-mail";
import { remindAt } from "@/lib/platform/messages/mails/remind-at";
import type { EventPayload } from "@/lib/terms/events/all-events";
import { offerDays } from "@/lib/terms/loans/constants";
import { offerEndingDays } from "@/lib/terms/notifications";
import { toApprovedPayload } from "./lifecycle-payloads";
import { termsOf } from "./terms";

/** The database rejects a second loan for the same request. Returns the id and the body of `loan.approved`. */
export async function approveLoan(
  call: Call<{
    request: { id: string; merchantId: string; amountRequested: Kobo };
    product: LenderProduct;
    sales: AssumedSales;
  }>,
): Promise<{ loanId: string; payload: EventPayload<"loan.approved"> }> {
  const { actor, request, product, sales, now } = call;
  const terms = termsOf(request.amountRequested, product, sales, dateOf(now));
  const { schedule, totalRepayment: _, ...stored } = terms;
  const offerExpiresAt = later(now, offerDays * day);
  const reference = `LN-${now.getUTCFullYear()}-${randomText(8).toUpperCase()}`;
  const loan = { id: newId("loan"), reference, status: "APPROVED" as const };
  await db()
    .insert(loans)
    .values({
      ...loan,
      ...ownedBy(actor.tenant),
      merchantId: request.merchantId,
      fundingRequestId: request.id,
      lenderId: product.lenderId,
      riskTier: product.riskTier,
      ...stored,
      lowestDeductionBasisPoints: product.lowestDeductionBasisPoints,
      highestDeductionBasisPoints: product.highestDeductionBasisPoints,
      defaultAfterDays: product.defaultAfterDays,
      recoversFromSales: product.recoversFromSales,
      approvedAt: now,
      offerExpiresAt,
      dueAt: offerExpiresAt,
    });
  await db()
    .insert(loanInstallments)
    .values(schedule.map((installment) => ({ loanId: loan.id, ...installment })));
  const about = { tenant: actor.tenant, merchantId: request.merchantId, loanId: loan.id };
  await remindAt(about, later(offerExpiresAt, -offerEndingDays * day));
  await queueMerchantMail({
    ...about,
    kind: "OFFER_READY",
    amount: terms.principal,
    fee: terms.interest,
    total: terms.totalRepayment,
    deductionBasisPoints: terms.deductionBasisPoints,
    annualPercentageBasisPoints: terms.annualPercentageBasisPoints,
    expiresAt: offerExpiresAt,
    now,
  });
  await recordAudit({ actor, action: "loan.approve", subjectId: loan.id, now });
  return { loanId: loan.id, payload: toApprovedPayload(loan, product, terms) };
}
