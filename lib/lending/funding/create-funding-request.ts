import { eq } from "drizzle-orm";
import { db, one, transaction, wakeWorkers } from "@/db/client";
import { fundingRequests } from "@/db/schema/funding";
import { kycRecords } from "@/db/schema/kyc";
import { inReach, ownedBy } from "@/db/tenancy";
import type { Call } from "@/lib/kernel/call";
import { CodedError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { toKobo } from "@/lib/kernel/money";
import { reachOf } from "@/lib/kernel/reach";
import { rateKyc } from "@/lib/merchants/kyc/review/rate-kyc";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { recordEvent } from "@/lib/platform/messages/webhooks/record-event";
import { publicKycStatus } from "@/lib/terms/kyc/states";
import type { CreateFundingRequest } from "./schema";
import { toFundingPayload } from "./serialize";

/** Creates a funding request, which stays PENDING until the reconciler decides it. Each call creates a new one. */
export async function createFundingRequest(
  call: Call<{ ref: string; input: CreateFundingRequest }>,
): Promise<typeof fundingRequests.$inferSelect> {
  const { actor, ref, input, now } = call;
  const reach = reachOf(actor);
  return transaction(async () => {
    const merchant = await findMerchant(reach, ref, { lock: true });
    if (merchant.connectionStatus === "DISCONNECTED") {
      throw new CodedError("CONNECTION_CLOSED", "The merchant is disconnected; nothing new can be requested for it.");
    }
    const [kyc] = await db()
      .select({ id: kycRecords.id, status: kycRecords.status })
      .from(kycRecords)
      .where(inReach(kycRecords, reach, eq(kycRecords.merchantId, merchant.merchantId)));
    if (kyc?.status === "REJECTED") {
      throw new CodedError("KYC_REJECTED", "This merchant's KYC was rejected, so it cannot request funding.");
    }
    const row = await db()
      .insert(fundingRequests)
      .values({
        id: newId("fundingRequest"),
        ...ownedBy(actor.tenant),
        merchantId: merchant.merchantId,
        ...input,
        amountRequested: toKobo(input.amountRequested),
        status: "PENDING",
        createdAt: now,
        dueAt: now,
      })
      .returning()
      .then(one);
    // What reviewers see of the amount.
    if (kyc && publicKycStatus(kyc.status) === "SUBMITTED") await rateKyc(kyc.id, now);
    await recordAudit({ actor, action: "funding-request.create", subjectId: row.id, now });
    await recordEvent({
      tenant: actor.tenant,
      merchantId: merchant.merchantId,
      type: "funding_request.created",
      payload: toFundingPayload({ ...row, status: "PENDING" }),
      now,
    });
    wakeWorkers(fundingRequests, row.id, actor.tenant);
    return row;
  });
}
createFundingRequest.errors = ["CONNECTION_CLOSED", "KYC_REJECTED"] as const;
