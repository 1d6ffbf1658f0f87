import { and, eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { kycRecords } from "@/db/schema/kyc";
import { type Actor, tenantOf } from "@/lib/actor";
import { findMerchant } from "@/lib/merchants/queries";
import { reachOf } from "@/lib/reach";
import type { BusinessTime } from "@/lib/time";
import { sandboxLastNames } from "./constants";
import { listDirectors } from "./director-rows";
import { type Outcome, reviewKyc } from "./review-kyc";

/**
 * Reviews a submitted KYC record of the test environment, which has no operators: approves it unless a director's last
 * name says otherwise (docs/sandbox.md#magic-values). A live record, or one already decided, is left alone.
 */
export async function reviewKycAutomatically(kycId: string, now: BusinessTime): Promise<null> {
  return transaction(async () => {
    const [found] = await db().select().from(kycRecords).where(eq(kycRecords.id, kycId));
    if (!found) return null;
    const tenant = tenantOf(found);
    const actor: Actor = { kind: "job", tenant, task: "review-kyc" };
    const reach = reachOf(actor);
    const merchant = await findMerchant(reach, found.merchantId, { lock: true });
    const waiting = and(
      eq(kycRecords.id, kycId),
      eq(kycRecords.status, "SUBMITTED"),
      eq(kycRecords.environment, "test"),
    );
    const [submitted] = await db().select({ id: kycRecords.id }).from(kycRecords).where(waiting);
    if (!submitted) {
      await db().update(kycRecords).set({ dueAt: null, leasedUntil: null }).where(eq(kycRecords.id, kycId));
      return null;
    }
    const outcome = decideByName(await listDirectors(reach, merchant));
    await reviewKyc({ actor, ref: merchant.merchantId, outcome, now });
    return null;
  });
}

type Named = { id: string; firstName: string; lastName: string };

/** The sandbox's decision for these directors: the gravest magic name wins; without one, approval. */
export function decideByName(directors: readonly Named[]): Outcome {
  const called = (lastName: string) => directors.find((director) => director.lastName === lastName);
  const rejected = called(sandboxLastNames.reject);
  if (rejected) {
    return { status: "REJECTED", reason: `Director ${rejected.firstName} ${rejected.lastName} could not be accepted.` };
  }
  const wrong = called(sandboxLastNames.update);
  if (wrong) {
    const message = `Check the details of director ${wrong.firstName} ${wrong.lastName} and send them again.`;
    return {
      status: "REQUIRES_UPDATE",
      requirements: [{ step: "directors", item: wrong.id, reasonCode: "DETAILS_MISMATCH", message, resolved: false }],
    };
  }
  return { status: called(sandboxLastNames.manual) ? "IN_REVIEW" : "APPROVED" };
}
