import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { kycRecords } from "@/db/schema/kyc";
import { users } from "@/db/schema/users";
import { inReach } from "@/db/tenancy";
import { type Operator, operatorIn, type Tenant } from "@/lib/kernel/actor";
import { CodedError } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime, RealTime } from "@/lib/kernel/time";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { publicKycStatus } from "@/lib/terms/kyc/states";

type Taken = { operator: Operator; tenant: Tenant; ref: string; now: BusinessTime };

/** Makes a case one's own, so that nobody else decides it; from another reviewer only with a reason. */
export async function takeKyc(call: Taken & { reason: string | null; realNow: RealTime }): Promise<void> {
  const { operator, tenant, ref, reason, now, realNow } = call;
  await transaction(async () => {
    const { id, merchantId, status, takenBy } = await lockCase(tenant, operator, ref);
    if (publicKycStatus(status) !== "SUBMITTED") {
      throw new CodedError("KYC_NOT_REVIEWABLE", "The KYC record does not wait for review.");
    }
    if (takenBy === operator.userId) return;
    if (takenBy !== null && reason === null) throw await takenError(takenBy, "Say why you take it over.");
    // Also from the automatic review of test data: a person has it.
    const mine = { takenBy: operator.userId, takenAt: realNow, status: "IN_REVIEW", dueAt: null } as const;
    await db().update(kycRecords).set(mine).where(eq(kycRecords.id, id));
    const detail = { from: takenBy ?? undefined, reason: reason ?? undefined };
    await recordAudit({ actor: operatorIn(tenant, operator), action: "kyc.take", detail, subjectId: merchantId, now });
  });
}
takeKyc.errors = ["NOT_FOUND", "KYC_NOT_REVIEWABLE", "KYC_TAKEN"] as const;

/** Whoever has a case gives it up: it is nobody's, and waits on. */
export async function handBackKyc({ operator, tenant, ref, now }: Taken): Promise<void> {
  await transaction(async () => {
    const { id, merchantId, takenBy } = await lockCase(tenant, operator, ref);
    if (takenBy === null) return;
    if (takenBy !== operator.userId) throw await takenError(takenBy, "Only they can hand it back.");
    await db().update(kycRecords).set({ takenBy: null, takenAt: null }).where(eq(kycRecords.id, id));
    await recordAudit({ actor: operatorIn(tenant, operator), action: "kyc.hand-back", subjectId: merchantId, now });
  });
}
handBackKyc.errors = ["NOT_FOUND", "KYC_TAKEN"] as const;

/** In the caller's transaction; whoever decides about a case has it, or nobody has. */
export async function refuseTaken(tenant: Tenant, operator: Operator, ref: string): Promise<void> {
  const { takenBy } = await lockCase(tenant, operator, ref);
  if (takenBy !== null && takenBy !== operator.userId) throw await takenError(takenBy, "Take it over to decide.");
}

/** In the caller's transaction: the record of a merchant, by its id or its marketplace's. */
export async function lockCase(tenant: Tenant, operator: Operator, ref: string) {
  const reach = reachOf(operatorIn(tenant, operator));
  const { merchantId } = await findMerchant(reach, ref, { lock: true });
  const { id, status, takenBy } = kycRecords;
  const [row] = await db()
    .select({ id, status, takenBy })
    .from(kycRecords)
    .where(inReach(kycRecords, reach, eq(kycRecords.merchantId, merchantId)));
  if (!row) throw new Error(`The merchant ${merchantId} has no KYC record.`);
  return { ...row, merchantId };
}

async function takenError(takenBy: string, then: string): Promise<CodedError> {
  const [user] = await db().select({ name: users.name }).from(users).where(eq(users.id, takenBy));
  return new CodedError("KYC_TAKEN", `${user?.name ?? "Another reviewer"} has this case. ${then}`);
}
