import { OAuthError } from "@/lib/sales/oauth/error";
import type { OAuthClient } from "@/lib/sales/oauth/queries";

/** A live client is accepted once its marketplace is live. @throws OAuthError unauthorized_client */
export function requireLiveMarketplace({ environment, liveAt }: OAuthClient): void {
  if (environment === "live" && !liveAt) {
    throw new OAuthError("unauthorized_client", "Live clients are accepted once the marketplace is live", true);
  }
}
