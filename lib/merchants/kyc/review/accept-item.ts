import { and, eq, inArray, isNull } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { kycAcceptances } from "@/db/schema/kyc";
import { ownedBy } from "@/db/tenancy";
import { type Operator, operatorIn, type Tenant } from "@/lib/kernel/actor";
import { dateOf } from "@/lib/kernel/calendar";
import { CodedError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { BusinessTime } from "@/lib/kernel/time";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { itemKeyOf } from "@/lib/terms/kyc/case-items";
import type { Requirement } from "@/lib/terms/kyc/schema";
import { publicKycStatus } from "@/lib/terms/kyc/states";
import { readJudgedItems } from "./read-acceptances";
import { lockCase } from "./take-kyc";

/** `item`: its key. */
type Judging = { operator: Operator; tenant: Tenant; ref: string; item: string; now: BusinessTime };

/** A reviewer finds an item in order, whoever has the case. `seen`: the digest of the item that was shown. */
export async function acceptItem(call: Judging & { seen: string }): Promise<void> {
  const { operator, tenant, item, seen, now } = call;
  await transaction(async () => {
    const { id: kycId, merchantId } = await lockWaiting(call);
    const judged = (await readJudgedItems(kycId, dateOf(now))).find(({ key }) => key === item);
    if (judged?.digest !== seen) {
      throw new CodedError("EVIDENCE_CHANGED", "This has changed since it was shown. Look again.");
    }
    if (judged.acceptedBy.some(({ userId }) => userId === operator.userId)) return;
    await endMine(kycId, call);
    await db()
      .insert(kycAcceptances)
      .values({
        ...{ id: newId("kycAcceptance"), ...ownedBy(tenant), kycId, item, digest: seen },
        ...{ acceptedBy: operator.userId, acceptedAt: now },
      });
    const actor = operatorIn(tenant, operator);
    await recordAudit({ actor, action: "kyc.accept-item", detail: { item }, subjectId: merchantId, now });
  });
}
acceptItem.errors = ["NOT_FOUND", "KYC_NOT_REVIEWABLE", "EVIDENCE_CHANGED"] as const;

/** A reviewer does not stand by an own acceptance any more. */
export async function takeItemBack(call: Judging): Promise<void> {
  const { operator, tenant, item, now } = call;
  await transaction(async () => {
    const { id: kycId, merchantId } = await lockWaiting(call);
    if (!(await endMine(kycId, call))) return;
    const actor = operatorIn(tenant, operator);
    await recordAudit({ actor, action: "kyc.take-item-back", detail: { item }, subjectId: merchantId, now });
  });
}
takeItemBack.errors = ["NOT_FOUND", "KYC_NOT_REVIEWABLE"] as const;

/** In the caller's transaction: what is asked for again is not accepted any more, by nobody; all else stays as it is. */
export async function endAsked(kycId: string, asked: readonly Requirement[], now: BusinessTime): Promise<void> {
  await end(now, eq(kycAcceptances.kycId, kycId), inArray(kycAcceptances.item, asked.map(itemKeyOf)));
}

async function lockWaiting({ tenant, operator, ref }: Judging) {
  const found = await lockCase(tenant, operator, ref);
  if (publicKycStatus(found.status) === "SUBMITTED") return found;
  throw new CodedError("KYC_NOT_REVIEWABLE", "The KYC record does not wait for review.");
}

async function endMine(ofKyc: string, { operator, item: key, now }: Judging): Promise<boolean> {
  const { kycId, item, acceptedBy } = kycAcceptances;
  return (await end(now, eq(kycId, ofKyc), eq(item, key), eq(acceptedBy, operator.userId))) > 0;
}

async function end(now: BusinessTime, ...which: ReturnType<typeof eq>[]): Promise<number> {
  const { id, endedAt } = kycAcceptances;
  const inForce = and(isNull(endedAt), ...which);
  return (await db().update(kycAcceptances).set({ endedAt: now }).where(inForce).returning({ id })).length;
}
