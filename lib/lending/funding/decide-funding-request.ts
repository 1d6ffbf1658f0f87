import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { fundingRequests } from "@/db/schema/funding";
import { inReach } from "@/db/tenancy";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { approveLoan } from "@/lib/loans/loans/approve-loan";
import { rateMerchants } from "@/lib/merchants/kyc/review/rate-kyc";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { keepLending } from "@/lib/parties/lenders/lock-lender";
import type { LenderProduct } from "@/lib/parties/lenders/product";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { recordEvent } from "@/lib/platform/messages/webhooks/record-event";
import { lockBorrower } from "./borrowers/lock-borrower";
import { decidedByOf } from "./decided-by";
import { collectFacts } from "./facts";
import { decide } from "./policy";
import { toCapReason, toFundingPayload } from "./serialize";

type Request = typeof fundingRequests.$inferSelect;

/** One of a borrower at a time, so that two never exceed a cap together. Returns when to check again. */
export async function decideFundingRequest(requestId: string, now: BusinessTime): Promise<BusinessTime | null> {
  return transaction(async () => {
    const [found] = await db().select().from(fundingRequests).where(eq(fundingRequests.id, requestId));
    if (!found) return null;
    const tenant = tenantOf(found);
    const actor: Actor = { kind: "job", tenant, task: "decide-funding-request" };
    const reach = reachOf(actor);
    await lockBorrower(reach, found.merchantId);
    await findMerchant(reach, found.merchantId, { lock: true });

    const { id, status } = fundingRequests;
    const pending = inReach(fundingRequests, reach, eq(id, requestId), eq(status, "PENDING"));
    // Locked before the facts are read: a change that wakes the request comes after us, not in between.
    const [request] = await db().select().from(fundingRequests).where(pending).for("update");
    if (!request) return null;

    const facts = await collectFacts(request, now);
    const decision = decide(facts);
    const gone = decision.kind === "fulfil" && !(await stillLends(decision.product, request, now));
    if (decision.kind === "wait" || gone) {
      const until = decision.kind === "wait" ? decision.until : now;
      await db().update(fundingRequests).set({ dueAt: until, leasedUntil: null }).where(pending);
      return until;
    }

    const decided = { decidedAt: now, decidedBy: decidedByOf(facts), dueAt: null, leasedUntil: null };
    const event = { tenant, merchantId: request.merchantId, now };
    if (decision.kind === "reject") {
      const { reason, cause } = decision;
      const { tooFewSales, capReason } = toCapReason(reason, facts.score?.capReason ?? null);
      await db()
        .update(fundingRequests)
        .set({ ...decided, status: "REJECTED", failureReason: reason })
        .where(pending);
      await rateMerchants(new Map([[request.merchantId, now]]));
      await recordAudit({
        actor,
        action: "funding-request.reject",
        detail: cause === reason ? { reason } : { reason, cause },
        subjectId: requestId,
        now,
      });
      await recordEvent({
        ...event,
        type: "funding_request.rejected",
        payload: {
          ...toFundingPayload({ ...request, status: "REJECTED" }),
          failure_reason: reason,
          too_few_sales: tooFewSales,
          cap_reason: capReason,
        },
      });
      return null;
    }

    await db()
      .update(fundingRequests)
      .set({ ...decided, status: "FULFILLED" })
      .where(pending);
    const { product, sales } = decision;
    const loan = await approveLoan({ actor, request, product, sales, now });
    await recordAudit({ actor, action: "funding-request.fulfil", subjectId: requestId, now });
    await recordEvent({
      ...event,
      type: "funding_request.fulfilled",
      payload: { ...toFundingPayload({ ...request, status: "FULFILLED" }), loan_id: loan.loanId },
    });
    await recordEvent({ ...event, type: "loan.approved", payload: loan.payload });
    return null;
  });
}

/** It may have changed since the facts were read. If so it goes on lending until the transaction has ended. */
async function stillLends({ lenderId }: LenderProduct, request: Request, now: BusinessTime): Promise<boolean> {
  const kept = await keepLending(lenderId, now);
  if (kept !== "limited") return kept === "kept";
  const again = decide(await collectFacts(request, now));
  return again.kind === "fulfil" && again.product.lenderId === lenderId;
}
