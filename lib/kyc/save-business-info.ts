import type { z } from "zod";
import { transaction } from "@/db/client";
import { recordAudit } from "@/lib/audit/record-audit";
import type { Call } from "@/lib/call";
import { refuseInvalid } from "@/lib/errors";
import { reachOf } from "@/lib/reach";
import { editStep } from "./edit-step";
import { openForEditing } from "./open-for-editing";
import { isMerchant } from "./provenance";
import { readKycAnswer } from "./queries";
import { type BusinessInfo, type businessInfoSaved, incorporationErrors } from "./schema";

/**
 * Replaces the business information. What the marketplace sends is also kept separately, to show the merchant which
 * values are still the marketplace's.
 * @throws CodedError VALIDATION_FAILED (a date of incorporation in the future), NOT_FOUND, CONNECTION_CLOSED,
 *   KYC_NOT_EDITABLE
 */
export async function saveBusinessInfo(
  call: Call<{ ref: string; input: BusinessInfo }>,
): Promise<z.output<typeof businessInfoSaved>> {
  const { actor, ref, input, now } = call;
  const reach = reachOf(actor);
  refuseInvalid(incorporationErrors(input, now));
  return transaction(async () => {
    const { merchant, kyc } = await openForEditing(reach, ref);
    const sent = isMerchant(actor) ? {} : { prefilledBusinessInfo: input };
    await editStep(reach, kyc, "business-info", { businessInfo: input, ...sent });
    await recordAudit({ actor, action: "kyc.save-business-info", subjectId: merchant.merchantId, now });
    return { ...(await readKycAnswer(reach, merchant)), businessInfo: input };
  });
}
