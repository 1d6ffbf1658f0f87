import { transaction } from "@/db/client";
import type { Actor } from "@/lib/kernel/actor";
import type { Call } from "@/lib/kernel/call";
import { notFound } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import { insertMerchants } from "@/lib/merchants/merchants/insert-merchant";
import { findMerchant, type MerchantRef } from "@/lib/merchants/merchants/queries";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";
import { acceptRecord, refuseFutureMonths } from "./accept-record";
import { submissionScopeOf } from "./submission-scope";

type Submit = Call<{ actor: Extract<Actor, { kind: "accessToken" }>; input: MerchantRecord }>;

export async function submitRecord(call: Submit) {
  const { actor, input, now } = call;
  refuseFutureMonths(input, now);
  return transaction(async () => {
    const merchant = await merchantOf(call);
    const submissionId = await acceptRecord({ actor, merchant, record: input, now });
    return { merchantId: input.merchantIdentity.merchantId, submissionId, submittedAt: now };
  });
}
submitRecord.errors = ["NOT_FOUND", "CONNECTION_CLOSED"] as const;

async function merchantOf({ actor, input, now }: Submit): Promise<MerchantRef> {
  const { merchantId: ref, businessName, businessType } = input.merchantIdentity;
  const reach = reachOf(actor);
  const scope = await submissionScopeOf({ actor, reach, records: [input], now });
  if (scope.kind === "none" || (scope.kind === "one" && scope.id !== ref)) throw notFound("merchant");
  if (scope.kind === "any") {
    const merchant = { thirdPartyCustomerId: ref, businessName, businessType };
    const [made] = await insertMerchants(actor.tenant, [merchant], { now, announcedAt: null });
    if (made) await recordAudit({ actor, action: "merchant.create", subjectId: made.merchantId, now });
  }
  return findMerchant(reach, ref, { lock: true });
}
