import { eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import { db, transaction } from "@/db/client";
import { kycRecords } from "@/db/schema/kyc";
import { inTenant } from "@/db/tenancy";
import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { notEditable, openForEditing } from "./open-for-editing";
import { readKycAnswer } from "./queries";
import { resolveStep } from "./requirements";
import type { BusinessInfo, businessInfoSaved } from "./schema";
import { editableKycStatuses } from "./states";

/**
 * Stores the business information in place of what was there.
 * @throws CodedError NOT_FOUND, CONNECTION_CLOSED, KYC_NOT_EDITABLE
 */
export async function saveBusinessInfo(call: {
  actor: Actor;
  ref: string;
  input: BusinessInfo;
  now: Date;
}): Promise<z.output<typeof businessInfoSaved>> {
  const { actor, ref, input, now } = call;
  return transaction(async () => {
    const { merchant, kyc } = await openForEditing(actor.tenant, ref);
    const saved = await db()
      .update(kycRecords)
      .set({ businessInfo: input, requirements: resolveStep(kyc.requirements, "business-info") })
      .where(
        inTenant(kycRecords, actor.tenant, eq(kycRecords.id, kyc.id), inArray(kycRecords.status, editableKycStatuses)),
      )
      .returning({ id: kycRecords.id });
    if (saved.length === 0) throw notEditable();
    await recordAudit({ actor, action: "kyc.save-business-info", subjectId: merchant.merchantId, now });
    return { ...(await readKycAnswer(actor.tenant, merchant)), businessInfo: input };
  });
}
