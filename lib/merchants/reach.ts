import type { Actor } from "@/lib/actor";
import { notFound } from "@/lib/errors";
import { findMerchant, type MerchantRef } from "./queries";

/**
 * The merchant behind a `{ref}`, if the actor reaches it: an access token that a merchant's consent is behind reaches that
 * merchant alone (decisions, section 4). Any other, whether it exists or not, answers alike, and is not looked up.
 * @param options.lock as for `findMerchant`
 * @throws CodedError NOT_FOUND
 */
export async function findMerchantInReach(
  actor: Actor,
  ref: string,
  options: { lock?: boolean } = {},
): Promise<MerchantRef> {
  const only = actor.kind === "accessToken" ? actor.merchantId : null;
  const merchant = await findMerchant(actor.tenant, only ?? ref, options);
  if (only && ref !== only && ref !== merchant.thirdPartyCustomerId) throw notFound("merchant");
  return merchant;
}
