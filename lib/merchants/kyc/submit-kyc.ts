import { eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import { db, transaction, wakeWorkers } from "@/db/client";
import { kycRecords } from "@/db/schema/kyc";
import { inReach } from "@/db/tenancy";
import { later } from "@/lib/kernel/calendar";
import type { Call } from "@/lib/kernel/call";
import { CodedError } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { recordEvent } from "@/lib/platform/messages/webhooks/record-event";
import { type KycStep, sandboxReviewDelay } from "@/lib/terms/kyc/constants";
import { businessProofs } from "@/lib/terms/kyc/document-kinds";
import type { kycAnswer } from "@/lib/terms/kyc/schema";
import { editableKycStatuses, isEditable, publicKycStatus } from "@/lib/terms/kyc/states";
import type { BusinessType } from "@/lib/terms/merchants/business-kinds";
import { lockKyc, notEditable } from "./lock-editable-kyc";
import { missingSteps } from "./progress";
import { readKycAnswer } from "./queries";
import { rateKyc } from "./review/rate-kyc";

function whatIsMissing(step: KycStep, businessType: BusinessType | null): string {
  switch (step) {
    case "business-info":
      return "Business information is missing";
    case "directors":
      return "At least one director is needed";
    case "documents":
      return `One document of these types is needed: ${businessProofs(businessType).join(", ")}`;
    case "review":
      return "Is missing";
  }
}

/** One already submitted stays as it is. In test a job reviews it shortly afterwards. */
export async function submitKyc(call: Call<{ ref: string }>): Promise<z.output<typeof kycAnswer>> {
  const { actor, ref, now } = call;
  const reach = reachOf(actor);
  return transaction(async () => {
    const { merchant, kyc } = await lockKyc(reach, ref);
    if (publicKycStatus(kyc.status) === "SUBMITTED") return readKycAnswer(reach, merchant);
    if (!isEditable(kyc.status)) throw notEditable();
    const missing = missingSteps(kyc);
    if (missing.length > 0) {
      throw new CodedError("KYC_INCOMPLETE", `Not complete yet: ${missing.join(", ")}.`, {
        fields: missing.map((step) => ({ field: step, error: whatIsMissing(step, kyc.businessType) })),
      });
    }

    const reviewedByJob = actor.tenant.environment === "test";
    const dueAt = reviewedByJob ? later(now, sandboxReviewDelay) : null;
    const undecided = { decidedAt: null, rejectionReason: null };
    const submitted = await db()
      .update(kycRecords)
      .set({ status: "SUBMITTED", submittedAt: now, ...undecided, dueAt, leasedUntil: null })
      .where(inReach(kycRecords, reach, eq(kycRecords.id, kyc.id), inArray(kycRecords.status, editableKycStatuses)))
      .returning({ id: kycRecords.id });
    if (submitted.length === 0) throw notEditable();
    await rateKyc(kyc.id, now);
    await recordAudit({ actor, action: "kyc.submit", subjectId: merchant.merchantId, now });
    await recordEvent({
      tenant: actor.tenant,
      merchantId: merchant.merchantId,
      type: "kyc.submitted",
      payload: { kyc: { status: "SUBMITTED", submitted_at: now.toISOString() } },
      now,
    });
    if (reviewedByJob) wakeWorkers(kycRecords, kyc.id, actor.tenant);
    return readKycAnswer(reach, merchant);
  });
}
submitKyc.errors = ["KYC_INCOMPLETE", "KYC_NOT_EDITABLE", "CONNECTION_CLOSED"] as const;
