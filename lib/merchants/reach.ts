import type { Actor } from "@/lib/actor";
import { notFound } from "@/lib/errors";
import { findMerchant, type MerchantRef } from "./queries";

/**
 * The one merchant an actor reaches: whose consent is behind an access token, whose journey an embed token opens
 * (docs/api.md#reach). Null: every merchant of its tenant.
 */
export function onlyMerchantOf(actor: Actor): string | null {
  return actor.kind === "embedToken" || actor.kind === "accessToken" ? actor.merchantId : null;
}

/**
 * The merchant behind a `{ref}`, if the actor reaches it. Any other, whether it exists or not, answers alike, and is not
 * looked up.
 * @param options.lock as for `findMerchant`
 * @throws CodedError NOT_FOUND
 */
export async function findMerchantInReach(
  actor: Actor,
  ref: string,
  options: { lock?: boolean } = {},
): Promise<MerchantRef> {
  const only = onlyMerchantOf(actor);
  const merchant = await findMerchant(actor.tenant, only ?? ref, options);
  if (only && ref !== only && ref !== merchant.thirdPartyCustomerId) throw notFound("merchant");
  return merchant;
}
