import type { z } from "zod";
import { transaction } from "@/db/client";
import type { Call } from "@/lib/kernel/call";
import { canonicalJson } from "@/lib/kernel/canonical-json";
import { refuseInvalid } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { type BusinessInfo, type businessInfoSaved, incorporationErrors } from "@/lib/terms/kyc/schema";
import { editStep, refuseOutdated } from "./edit-step";
import { orderCompanyCheck } from "./identity/order-checks";
import { lockEditableKyc } from "./lock-editable-kyc";
import { isMerchant } from "./provenance";
import { readKycAnswer } from "./queries";

/** What the marketplace sends is kept apart, too, to show the merchant which values are still the marketplace's. */
export async function saveBusinessInfo(
  call: Call<{ ref: string; input: BusinessInfo; basedOn?: readonly number[] | null }>,
): Promise<z.output<typeof businessInfoSaved>> {
  const { actor, ref, input, basedOn, now } = call;
  const reach = reachOf(actor);
  refuseInvalid(incorporationErrors(input, now));
  return transaction(async () => {
    const { merchant, kyc } = await lockEditableKyc(reach, ref);
    const sent = isMerchant(actor) ? {} : { prefilledBusinessInfo: input };
    // Saved again as it is, as by somebody whom no answer reached, it replaces nothing.
    const changes = canonicalJson(kyc.businessInfo) !== canonicalJson(input);
    if (changes) refuseOutdated(kyc.revisions.businessInfo, basedOn);
    await editStep(reach, kyc, "business-info", { changes, columns: { businessInfo: input, ...sent } });
    await orderCompanyCheck(actor.tenant, kyc.id, input, now);
    await recordAudit({ actor, action: "kyc.save-business-info", subjectId: merchant.merchantId, now });
    const revision = kyc.revisions.businessInfo + Number(changes);
    return { ...(await readKycAnswer(reach, merchant)), businessInfo: input, revision };
  });
}
saveBusinessInfo.errors = ["EDIT_CONFLICT", "KYC_NOT_EDITABLE", "CONNECTION_CLOSED"] as const;
