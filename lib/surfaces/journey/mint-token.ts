import type { Environment } from "@/lib/kernel/actor";
import { embedTokens, mintToken } from "@/lib/kernel/bearer-tokens";
import type { RealTimeCall } from "@/lib/kernel/call";
import { CodedError } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { recordAudit } from "@/lib/platform/audit/record-audit";

type Minted = { token: string; expiresIn: number; environment: Environment };

/** Mints an embed token: a JWT of 15 minutes, bound to one merchant, valid only in the hosted journey. */
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
mintEmbedToken.errors = ["NOT_FOUND", "CONNECTION_CLOSED"] as const;
