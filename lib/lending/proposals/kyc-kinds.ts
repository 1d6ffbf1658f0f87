import { eq } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { merchants } from "@/db/schema/merchants";
import { operatorIn, type Tenant, tenantOf } from "@/lib/kernel/actor";
import { notFound } from "@/lib/kernel/errors";
import { fromKobo } from "@/lib/kernel/money";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime, RealTime } from "@/lib/kernel/time";
import { text } from "@/lib/kernel/validation";
import { readForReview } from "@/lib/merchants/kyc/read-for-review";
import { amountsAtStake } from "@/lib/merchants/kyc/review/amounts-at-stake";
import { reviewKyc } from "@/lib/merchants/kyc/review-kyc";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { readBusinessNow } from "@/lib/parties/marketplaces/queries";
import { type Outcome, requirement } from "@/lib/terms/kyc/schema";
import { publicKycStatus } from "@/lib/terms/kyc/states";
import type { ProposalKindName } from "@/lib/terms/proposals/states";
import type { ProposalKind } from "./kind";

/** @param merchantId of a merchant of any tenant */
async function caseOf(merchantId: string, realNow: RealTime): Promise<{ tenant: Tenant; now: BusinessTime }> {
  const [row] = await db().select().from(merchants).where(eq(merchants.id, merchantId));
  if (!row) throw notFound("merchant");
  const tenant = tenantOf(row);
  return { tenant, now: await readBusinessNow(tenant, realNow) };
}

function ofKyc<Shape extends z.ZodRawShape>(
  name: ProposalKindName,
  shape: Shape,
  outcomeOf: (input: z.output<z.ZodObject<Shape>>) => Outcome,
): ProposalKind {
  // The digest that the proposer named, which the decision rests on, too.
  const input = z.object({ seen: text(64) });
  const more = z.object(shape);
  return {
    name,
    permission: "review",
    look: async ({ operator, subjectId: ref, realNow, lock }) => {
      const { tenant, now } = await caseOf(ref, realNow);
      const reach = reachOf(operatorIn(tenant, operator));
      const { merchantId } = await findMerchant(reach, ref, { lock });
      const { businessInfo, status, submittedAt, evidenceDigest } = await readForReview(reach, merchantId, now);
      const requested = (await amountsAtStake([merchantId])).get(merchantId)?.requested ?? null;
      const evidence = {
        business: businessInfo?.businessName ?? "",
        // Who has the case meanwhile is no evidence.
        status: publicKycStatus(status),
        submittedAt: submittedAt?.toISOString() ?? null,
        requested: requested === null ? null : fromKobo(requested),
        seen: evidenceDigest,
      };
      return { tenant, evidence };
    },
    perform: async ({ operator, subjectId: ref, input: asked, realNow }) => {
      const { tenant, now } = await caseOf(ref, realNow);
      const { seen } = input.parse(asked);
      await reviewKyc({ actor: operatorIn(tenant, operator), ref, outcome: outcomeOf(more.parse(asked)), seen, now });
    },
  };
}

export const kycApprove = ofKyc("KYC_APPROVE", {}, () => ({ status: "APPROVED" }));
export const kycReject = ofKyc("KYC_REJECT", { rejection: text(500) }, ({ rejection }) => ({
  status: "REJECTED",
  reason: rejection,
}));
export const kycReopen = ofKyc("KYC_REOPEN", { requirements: z.array(requirement).min(1) }, ({ requirements }) => ({
  status: "REQUIRES_UPDATE",
  requirements,
}));
