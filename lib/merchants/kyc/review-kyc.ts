import { eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import { db, transaction } from "@/db/client";
import { directors, kycRecords } from "@/db/schema/kyc";
import { inReach } from "@/db/tenancy";
import { wakeRequests } from "@/db/wake-funding-requests";
import type { Call } from "@/lib/kernel/call";
import { CodedError } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import type { kycAnswer, Outcome } from "@/lib/terms/kyc/schema";
import { reviewableFrom } from "@/lib/terms/kyc/states";
import { loadKyc, readKycAnswer } from "./queries";
import { readForReview } from "./read-for-review";
import { endAsked } from "./review/accept-item";
import { tellOutcome } from "./review/tell-outcome";

type Review = Call<{ ref: string; outcome: Outcome; seen?: string }>;

/**
 * Has waiting funding requests decided; REQUIRES_UPDATE also reopens a rejected record. `seen`: the `evidenceDigest` that
 * the decision rests on; operators always name it where they approve or reject.
 */
export async function reviewKyc(call: Review): Promise<z.output<typeof kycAnswer>> {
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
      .set({ ...columnsOf(outcome, now), ...nobodys, dueAt: null, leasedUntil: null })
      .where(inReach(kycRecords, reach, eq(kycRecords.id, id), reviewable))
      .returning({ id: kycRecords.id });
    if (reviewed.length === 0) {
      throw new CodedError("KYC_NOT_REVIEWABLE", "The KYC record is not in a state that allows this decision.");
    }
    await refuseChanged(call);
    const detail = { outcome: outcome.status, because: becauseOf(outcome) };
    await recordAudit({ actor, action: "kyc.review", detail, subjectId: merchantId, now });
    if (!submittedAt) throw new Error(`The KYC record ${id} was reviewed but never submitted.`);
    if (outcome.status === "REQUIRES_UPDATE") await endAsked(id, outcome.requirements, now);
    if (outcome.status === "APPROVED" && actor.kind === "operator") await confirmIdentities(id);
    const about = { tenant, merchantId, submittedAt, now };
    await tellOutcome(about, outcome, { reopened: status === "REJECTED" });
    if (outcome.status === "APPROVED" || outcome.status === "REJECTED") {
      await wakeRequests([{ ...tenant, merchantId, now }]);
    }
    return readKycAnswer(reach, merchant);
  });
}

/** Decided or sent back, it is no reviewer's case any more. */
const nobodys = { takenBy: null, takenAt: null };

async function refuseChanged({ actor, ref, outcome, seen, now }: Review): Promise<void> {
  if (seen === undefined) {
    const decides = outcome.status === "APPROVED" || outcome.status === "REJECTED";
    if (actor.kind === "operator" && decides) throw new Error("An operator decides without naming what was seen.");
    return;
  }
  const { evidenceDigest } = await readForReview(reachOf(actor), ref, now);
  if (evidenceDigest === seen) return;
  throw new CodedError("EVIDENCE_CHANGED", "What was given, or what checks say of it, has changed since. Look again.");
}

/** For the audit log: the record keeps the last of these alone. */
function becauseOf(outcome: Outcome): string | undefined {
  if (outcome.status === "REJECTED") return outcome.reason;
  if (outcome.status !== "REQUIRES_UPDATE") return undefined;
  const asked = outcome.requirements.map(({ step, item, reasonCode, message }) => {
    return `${step}, ${item}, ${reasonCode}: ${message}`;
  });
  return asked.join("\n");
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
