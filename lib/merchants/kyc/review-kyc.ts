import { eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import { db, transaction } from "@/db/client";
import { directors, kycRecords } from "@/db/schema/kyc";
import { inReach } from "@/db/tenancy";
import { wakeRequests } from "@/db/wake-funding-requests";
import type { Tenant } from "@/lib/kernel/actor";
import type { Call } from "@/lib/kernel/call";
import { CodedError } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { queueMerchantMail } from "@/lib/platform/messages/mails/queue-merchant-mail";
import { recordEvent } from "@/lib/platform/messages/webhooks/record-event";
import type { kycAnswer, Outcome } from "@/lib/terms/kyc/schema";
import { reviewableFrom } from "@/lib/terms/kyc/states";
import { loadKyc, readKycAnswer } from "./queries";
import { toWebhook } from "./requirements";

/** Has waiting funding requests decided; REQUIRES_UPDATE also reopens a rejected record. */
export async function reviewKyc(call: Call<{ ref: string; outcome: Outcome }>): Promise<z.output<typeof kycAnswer>> {
  const { actor, ref, outcome, now } = call;
  const { tenant } = actor;
  if (actor.kind === "secretKey" && tenant.environment !== "test") {
    throw new CodedError("TEST_KEY_REQUIRED", "Live KYC is reviewed by the service's operators.");
  }
  const reach = reachOf(actor);
  return transaction(async () => {
    const merchant = await findMerchant(reach, ref, { lock: true });
    const { merchantId } = merchant;
    const { id, status, submittedAt } = await loadKyc(reach, merchant);
    const reviewable = inArray(kycRecords.status, reviewableFrom[outcome.status]);
    const reviewed = await db()
      .update(kycRecords)
      .set({ ...columnsOf(outcome, now), dueAt: null, leasedUntil: null })
      .where(inReach(kycRecords, reach, eq(kycRecords.id, id), reviewable))
      .returning({ id: kycRecords.id });
    if (reviewed.length === 0) {
      throw new CodedError("KYC_NOT_REVIEWABLE", "The KYC record is not in a state that allows this decision.");
    }
    const detail = { outcome: outcome.status };
    await recordAudit({ actor, action: "kyc.review", detail, subjectId: merchantId, now });
    if (!submittedAt) throw new Error(`The KYC record ${id} was reviewed but never submitted.`);
    if (outcome.status === "APPROVED" && actor.kind === "operator") await confirmIdentities(id);
    await sendEvent({ tenant, merchantId, now }, outcome, submittedAt.toISOString());
    await writeToMerchant({ tenant, merchantId, now }, outcome, status === "REJECTED");
    if (outcome.status === "APPROVED" || outcome.status === "REJECTED") {
      await wakeRequests([{ ...tenant, merchantId, now }]);
    }
    return readKycAnswer(reach, merchant);
  });
}

/** Who approves as an operator has seen the papers: the directors are who they say they are. */
async function confirmIdentities(kycId: string): Promise<void> {
  await db().update(directors).set({ verificationStatus: "VERIFIED" }).where(eq(directors.kycId, kycId));
}

function columnsOf(outcome: Outcome, now: BusinessTime) {
  const { status } = outcome;
  switch (status) {
    case "IN_REVIEW":
      return { status };
    case "APPROVED":
      return { status, decidedAt: now, rejectionReason: null };
    case "REJECTED":
      return { status, decidedAt: now, rejectionReason: outcome.reason };
    case "REQUIRES_UPDATE":
      return { status, decidedAt: null, rejectionReason: null, requirements: [...outcome.requirements] };
  }
}

type About = { tenant: Tenant; merchantId: string; now: BusinessTime };

async function writeToMerchant(about: About, outcome: Outcome, reopened: boolean): Promise<void> {
  switch (outcome.status) {
    case "IN_REVIEW":
      return;
    case "APPROVED":
      return queueMerchantMail({ ...about, kind: "APPLICATION_APPROVED" });
    case "REJECTED":
      return queueMerchantMail({ ...about, kind: "APPLICATION_REJECTED", reason: outcome.reason });
    case "REQUIRES_UPDATE":
      return queueMerchantMail({ ...about, kind: "APPLICATION_SENT_BACK", reopened, asked: outcome.requirements });
  }
}

async function sendEvent(event: About, outcome: Outcome, submittedAt: string): Promise<void> {
  const kyc = { submitted_at: submittedAt };
  switch (outcome.status) {
    case "IN_REVIEW":
      return;
    case "APPROVED":
      return recordEvent({ ...event, type: "kyc.approved", payload: { kyc: { status: "APPROVED", ...kyc } } });
    case "REJECTED":
      return recordEvent({
        ...event,
        type: "kyc.rejected",
        payload: { kyc: { status: "REJECTED", ...kyc }, rejection_reason: outcome.reason },
      });
    case "REQUIRES_UPDATE":
      return recordEvent({
        ...event,
        type: "kyc.requires_update",
        payload: { kyc: { status: "REQUIRES_UPDATE", ...kyc, requirements: toWebhook(outcome.requirements) } },
      });
  }
}
