import type { Tenant } from "@/lib/kernel/actor";
import type { BusinessTime } from "@/lib/kernel/time";
import { toWebhook } from "@/lib/merchants/kyc/requirements";
import { queueMerchantMail } from "@/lib/platform/messages/mails/queue-merchant-mail";
import { recordEvent } from "@/lib/platform/messages/webhooks/record-event";
import type { Outcome } from "@/lib/terms/kyc/schema";

type About = { tenant: Tenant; merchantId: string; submittedAt: Date; now: BusinessTime };

/** The marketplace by an event, the merchant by mail. */
export async function tellOutcome(about: About, outcome: Outcome, { reopened }: { reopened: boolean }): Promise<void> {
  await sendEvent(about, outcome);
  await writeToMerchant(about, outcome, reopened);
}

async function writeToMerchant(
  { submittedAt: _, ...about }: About,
  outcome: Outcome,
  reopened: boolean,
): Promise<void> {
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

async function sendEvent({ submittedAt, ...event }: About, outcome: Outcome): Promise<void> {
  const kyc = { submitted_at: submittedAt.toISOString() };
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
