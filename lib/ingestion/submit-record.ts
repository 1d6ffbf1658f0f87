import { transaction } from "@/db/client";
import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record-audit";
import { notFound } from "@/lib/errors";
import type { MerchantRecord } from "@/lib/merchant-data/schema";
import { insertMerchants } from "@/lib/merchants/insert-merchant";
import { findMerchant, type MerchantRef } from "@/lib/merchants/queries";
import { reachOf } from "@/lib/reach";
import type { BusinessTime } from "@/lib/time";
import { acceptRecord, refuseFutureMonths } from "./accept-record";
import { submissionScopeOf } from "./submission-scope";

type TokenActor = Extract<Actor, { kind: "accessToken" }>;

/**
 * Accepts one record of the merchant it names; a new merchant is created, with its connection. Scoring happens in the
 * background.
 * @throws CodedError NOT_FOUND for a merchant that the token is not bound to, CONNECTION_CLOSED, VALIDATION_FAILED
 */
export async function submitRecord(call: {
  actor: TokenActor;
  input: MerchantRecord;
  now: BusinessTime;
}): Promise<{ merchantId: string; submissionId: string; submittedAt: Date }> {
  const { actor, input, now } = call;
  refuseFutureMonths(input, now);
  return transaction(async () => {
    const merchant = await merchantOf(actor, input, now);
    const submissionId = await acceptRecord({ actor, merchant, record: input, now });
    return { merchantId: input.merchantIdentity.merchantId, submissionId, submittedAt: now };
  });
}

async function merchantOf(actor: TokenActor, input: MerchantRecord, now: BusinessTime): Promise<MerchantRef> {
  const { merchantId: ref, businessName, businessType } = input.merchantIdentity;
  const { tenant } = actor;
  const reach = reachOf(actor);
  const scope = await submissionScopeOf({ actor, reach, records: [input], now });
  if (scope.kind === "none" || (scope.kind === "one" && scope.id !== ref)) throw notFound("merchant");
  if (scope.kind === "any") {
    const merchant = { thirdPartyCustomerId: ref, businessName, businessType };
    const [made] = await insertMerchants(tenant, [merchant], { now, announcedAt: null });
    if (made) await recordAudit({ actor, action: "merchant.create", subjectId: made.merchantId, now });
  }
  return findMerchant(reach, ref, { lock: true });
}
