import type { Environment } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record-audit";
import { embedTokens, mintToken } from "@/lib/bearer-tokens";
import type { RealTimeCall } from "@/lib/call";
import { CodedError } from "@/lib/errors";
import { findMerchant } from "@/lib/merchants/queries";
import { reachOf } from "@/lib/reach";

type Minted = { token: string; expiresIn: number; environment: Environment };

/**
 * Mints an embed token: a JWT of 15 minutes, bound to one merchant, valid only in the hosted journey.
 * @throws CodedError NOT_FOUND, CONNECTION_CLOSED
 */
export async function mintEmbedToken({ actor, ref, realNow }: RealTimeCall<{ ref: string }>): Promise<Minted> {
  const { merchantId, connectionStatus } = await findMerchant(reachOf(actor), ref);
  if (connectionStatus === "DISCONNECTED") {
    throw new CodedError("CONNECTION_CLOSED", "The merchant is disconnected; the journey cannot be opened for it.");
  }
  const { marketplaceId, environment } = actor.tenant;
  const token = await mintToken(embedTokens, merchantId, { marketplaceId, environment }, realNow);
  await recordAudit({ actor, action: "embed-token.mint", subjectId: merchantId, now: realNow });
  return { token, expiresIn: embedTokens.seconds, environment };
}
