import type { Actor, Environment } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record-audit";
import { embedTokens, mintToken } from "@/lib/bearer-tokens";
import { CodedError } from "@/lib/errors";
import { findMerchant } from "@/lib/merchants/queries";
import { reachOf } from "@/lib/reach";
import type { RealTime } from "@/lib/time";

/**
 * Mints an embed token: a JWT of 15 minutes, bound to one merchant, good for the hosted journey alone.
 * @param call.realNow real time, not the marketplace's: a moved sandbox clock must not stretch a token.
 * @throws CodedError NOT_FOUND, CONNECTION_CLOSED
 */
export async function mintEmbedToken(call: {
  actor: Actor;
  ref: string;
  realNow: RealTime;
}): Promise<{ token: string; expiresIn: number; environment: Environment }> {
  const { actor, ref, realNow } = call;
  const merchant = await findMerchant(reachOf(actor), ref);
  if (merchant.connectionStatus === "DISCONNECTED") {
    throw new CodedError("CONNECTION_CLOSED", "The merchant is disconnected; the journey cannot be opened for it.");
  }
  const { marketplaceId, environment } = actor.tenant;
  const token = await mintToken(embedTokens, merchant.merchantId, { marketplaceId, environment }, realNow);
  await recordAudit({ actor, action: "embed-token.mint", subjectId: merchant.merchantId, now: realNow });
  return { token, expiresIn: embedTokens.seconds, environment };
}
