import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { repaymentEvents } from "@/db/schema/data-events";
import { fundingRequests } from "@/db/schema/funding";
import { merchants } from "@/db/schema/merchants";
import { payments } from "@/db/schema/payments";
import { scores } from "@/db/schema/scoring";
import { deliveries } from "@/db/schema/webhooks";
import { ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { later, minute } from "@/lib/kernel/calendar";
import { newId } from "@/lib/kernel/ids";
import { toKobo } from "@/lib/kernel/money";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { makeComplaint } from "@/lib/lending/complaints/make-complaint";
import { raiseBreak } from "@/lib/lending/reconciliation/breaks/raise-breaks";
import { changeTerms } from "@/lib/lending/servicing/change-terms";
import { loansById, readLoanStatus } from "@/lib/loans/loans/queries";
import { requestUpload } from "@/lib/merchants/documents/request-upload";
import { listDirectors } from "@/lib/merchants/kyc/director-rows";
import { listDocuments } from "@/lib/merchants/kyc/queries";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { listEvents } from "@/lib/platform/messages/webhooks/queries";
import { bulkSubmission } from "@/lib/sales/records/batch-schema";
import { submitBatch } from "@/lib/sales/records/submit-batch";
import { uploadTokenHeader } from "@/lib/terms/documents/constants";
import { now } from "@/test/time";
import { batchOf, recordOf } from "./batch";
import { anyMerchant, completeKyc } from "./kyc";
import { activeLoan, anyLoan } from "./loan";
import { createdEvent, tellDeduction, tellSettlement } from "./settlement";

/** A merchant of whom there is one of everything that somebody could name, and the names. */
export async function fullMerchant(tenant: Tenant) {
  const reach = everyMerchantOf(tenant);
  const { merchantId, thirdPartyCustomerId: ref } = await anyMerchant(tenant);

  const input = bulkSubmission.parse(batchOf(tenant.marketplaceId, [recordOf(ref)]));
  const client = { kind: "accessToken", tenant, clientId: "cli_1", merchantId: null, scopes: [] } as const;
  const bytes = new TextEncoder().encode(input.batchId);
  await submitBatch({ actor: client, input, sent: input, bytes, later: false, now: now() });

  const [score] = await db().select().from(scores).where(eq(scores.merchantId, merchantId));

  await completeKyc(tenant, ref, { identityConsent: "check-1" });
  const [director] = await listDirectors(reach, { merchantId });
  const [attached] = await listDocuments(reach, { merchantId });
  const announced = await requestUpload({
    actor: { kind: "embedToken", tenant, merchantId },
    input: { fileName: "permit.pdf", mimeType: "application/pdf", fileSize: "8" },
    realNow: now(),
  });

  const { loanId: offerId } = await anyLoan(tenant, merchantId);
  const { loanId, reference } = await activeLoan(tenant, merchantId);
  const [loan] = await loansById(reach, [loanId]);
  const actor = { kind: "sandbox", tenant } as const;
  await changeTerms({ actor, loanId, input: { minimumDeduction: 500, reason: "Slow sales." }, now: now() });
  const { proposal } = await readLoanStatus(reach, loanId, now());

  const paymentId = newId("payment");
  const paid = { source: "RECOVERY", status: "CONFIRMED", providerReference: paymentId } as const;
  const amount = toKobo(100);
  await db()
    .insert(payments)
    .values({ id: paymentId, ...ownedBy(tenant), loanId, ...paid, amount, orderedAt: now(), finishedAt: now() });

  const settlement = {
    reference: `of-${ref}`,
    totalDeductions: 0,
    periodStart: later(now(), -minute),
    periodEnd: now(),
  };
  const shop = { test: tenant, thirdPartyCustomerId: ref };
  const { id: settlementId } = await tellSettlement(shop, createdEvent(shop, settlement, now()), now());
  const subject = `about ${ref}`;
  const breakId = await raiseBreak({ tenant, merchantId, type: "AMOUNT", subject, loanId, evidence: {}, now: now() });
  const reported = { loanId, reference: `deducted-from-${ref}`, amount: 100, at: now(), orderId: `order-of-${ref}` };
  await tellDeduction(shop, reported, now());
  await db().update(repaymentEvents).set({ settlementId }).where(eq(repaymentEvents.loanId, loanId));
  const [request] = await db().select().from(fundingRequests).where(eq(fundingRequests.merchantId, merchantId));
  const { data: events } = await listEvents(reach, { merchantId, limit: 1 });
  const eventId = events[0]?.id ?? "";
  const [delivery] = await db()
    .update(deliveries)
    .set({ status: "FAILED" })
    .where(eq(deliveries.eventId, eventId))
    .returning();
  const own = { kind: "embedToken", tenant, merchantId } as const;
  const { id: complaintId } = await makeComplaint({
    ...{ actor: own, merchantId, input: { loanId, words: "Two deductions of one sale." }, now: now() },
  });
  // A name of its own, for who searches by it.
  const businessName = `Adire of ${ref}`;
  await db().update(merchants).set({ businessName }).where(eq(merchants.id, merchantId));

  return {
    merchant: await findMerchant(reach, merchantId),
    merchantId,
    ref,
    businessName,
    batchId: input.batchId,
    submissionId: score?.submissionId ?? "",
    directorId: director?.id ?? "",
    documentId: attached?.document.id ?? "",
    fileKey: announced.fileKey,
    uploadToken: announced.upload.headers[uploadTokenHeader] ?? null,
    fundingRequestId: request?.id ?? "",
    offerId,
    loanId,
    reference,
    proposalId: proposal?.id ?? "",
    paymentId,
    payoutAccountId: loan?.payoutAccountId ?? "",
    breakId,
    settlementId,
    settlementReference: settlement.reference,
    subject,
    eventId,
    deliveryId: delivery?.id ?? "",
    complaintId,
  };
}

export type FullMerchant = Awaited<ReturnType<typeof fullMerchant>>;

/** Those who are not to find anything of a tenant's full merchant, by the words for them. */
export async function outsidersOf(tenant: Tenant, elsewhere: Tenant) {
  const { merchantId } = await anyMerchant(tenant);
  return {
    "another merchant in its journey": { kind: "embedToken", tenant, merchantId },
    "another merchant's access token": { kind: "accessToken", tenant, clientId: "cli_1", merchantId, scopes: [] },
    "another marketplace": { kind: "secretKey", tenant: elsewhere, keyId: "key_1" },
  } as const;
}
