import type { z } from "zod";
import { transaction } from "@/db/client";
import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record-audit";
import { reachOf } from "@/lib/reach";
import type { BusinessTime } from "@/lib/time";
import { editStep } from "./edit-step";
import { openForEditing } from "./open-for-editing";
import { isMerchant } from "./provenance";
import { readKycAnswer } from "./queries";
import type { BusinessInfo, businessInfoSaved } from "./schema";

/**
 * Replaces the business information. Values that come from the marketplace are also kept separately, to show the
 * merchant which of them still apply.
 * @throws CodedError NOT_FOUND, CONNECTION_CLOSED, KYC_NOT_EDITABLE
 */
export async function saveBusinessInfo(call: {
  actor: Actor;
  ref: string;
  input: BusinessInfo;
  now: BusinessTime;
}): Promise<z.output<typeof businessInfoSaved>> {
  const { actor, ref, input, now } = call;
  const reach = reachOf(actor);
  return transaction(async () => {
    const { merchant, kyc } = await openForEditing(reach, ref);
    const sent = isMerchant(actor) ? {} : { prefilledBusinessInfo: input };
    await editStep(reach, kyc, "business-info", { businessInfo: input, ...sent });
    await recordAudit({ actor, action: "kyc.save-business-info", subjectId: merchant.merchantId, now });
    return { ...(await readKycAnswer(reach, merchant)), businessInfo: input };
  });
}
