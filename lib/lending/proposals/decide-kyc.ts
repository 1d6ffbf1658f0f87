import { transaction } from "@/db/client";
import { operatorIn, type Tenant } from "@/lib/kernel/actor";
import type { OperatorCall } from "@/lib/kernel/call";
import { invalidField } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import { readForReview } from "@/lib/merchants/kyc/read-for-review";
import { amountsAtStake, isLarge } from "@/lib/merchants/kyc/review/amounts-at-stake";
import { refuseTaken } from "@/lib/merchants/kyc/review/take-kyc";
import { reviewKyc } from "@/lib/merchants/kyc/review-kyc";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { readBusinessNow } from "@/lib/parties/marketplaces/queries";
import type { Outcome } from "@/lib/terms/kyc/schema";
import type { KycStatus } from "@/lib/terms/kyc/states";
import type { ProposalKind } from "./kind";
import { kycApprove, kycReject, kycReopen } from "./kyc-kinds";
import { propose } from "./propose";
import type { ProposalAnswer } from "./schema";

export type Decided = Exclude<Outcome, { status: "IN_REVIEW" }>;

/** `seen`: the `evidenceDigest` that was read. `note`: what the second operator is told, where it takes two. */
type Deciding = OperatorCall<{ tenant: Tenant; ref: string; outcome: Decided; seen: string; note: string | null }>;

/** What waits for another operator, or null where one was enough (docs/kyc.md#two-operators). */
export async function decideKyc(call: Deciding): Promise<ProposalAnswer | null> {
  const { operator, tenant, ref, outcome, seen, note, realNow } = call;
  const actor = operatorIn(tenant, operator);
  const reach = reachOf(actor);
  const now = await readBusinessNow(tenant, realNow);
  const second = await transaction(async () => {
    await refuseTaken(tenant, operator, ref);
    const { merchantId } = await findMerchant(reach, ref, { lock: true });
    const { status } = await readForReview(reach, merchantId, now);
    const kind = await takesTwo(merchantId, status, outcome);
    if (!kind) await reviewKyc({ actor, ref, outcome, seen, now });
    return kind && { kind, merchantId };
  });
  if (!second) return null;
  const reason = note ?? (outcome.status === "REJECTED" ? outcome.reason : null);
  if (reason === null) throw invalidField("note", "Say why: another operator decides about it");
  const { kind, merchantId: subjectId } = second;
  return propose({ kind, operator, subjectId, input: { seen, ...inputOf(outcome) }, reason, realNow });
}
decideKyc.errors = ["NOT_FOUND", "KYC_NOT_REVIEWABLE", "KYC_TAKEN", "EVIDENCE_CHANGED", "VALIDATION_FAILED"] as const;

/** The kind of proposal that a decision is; null: one operator is enough. */
export async function takesTwo(merchantId: string, status: KycStatus, outcome: Decided): Promise<ProposalKind | null> {
  if (status === "REJECTED") return outcome.status === "REQUIRES_UPDATE" ? kycReopen : null;
  if (outcome.status === "REQUIRES_UPDATE") return null;
  const atStake = (await amountsAtStake([merchantId])).get(merchantId);
  if (!atStake || !isLarge(atStake)) return null;
  return outcome.status === "APPROVED" ? kycApprove : kycReject;
}

function inputOf(outcome: Decided): Record<string, unknown> {
  if (outcome.status === "REJECTED") return { rejection: outcome.reason };
  return outcome.status === "REQUIRES_UPDATE" ? { requirements: outcome.requirements } : {};
}
