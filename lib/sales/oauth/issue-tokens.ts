import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { oauthAccessTokens, oauthGrants, oauthRefreshTokens } from "@/db/schema/oauth";
import { later, second } from "@/lib/kernel/calendar";
import { sha256 } from "@/lib/kernel/crypto";
import type { RealTime } from "@/lib/kernel/time";
import { accessTokenSeconds, type Scope } from "@/lib/terms/oauth";
import { refreshTokenLifetime } from "./lifetimes";
import type { TokenAnswer } from "./schema";
import { newToken } from "./token";

/** Only the digests are stored. A refresh token comes where the grant has `offline_access`. */
export async function issueTokens(
  grant: { id: string; scopes: Scope[]; merchantId: string | null },
  scopes: Scope[],
  realNow: RealTime,
): Promise<TokenAnswer> {
  const accessToken = newToken("accessToken");
  const refreshToken = grant.scopes.includes("offline_access") ? newToken("refreshToken") : undefined;
  const accessUntil = later(realNow, accessTokenSeconds * second);
  const refreshUntil = later(realNow, refreshTokenLifetime);
  const common = { grantId: grant.id, createdAt: realNow };
  await db()
    .insert(oauthAccessTokens)
    .values({ ...common, digest: sha256(accessToken), scopes, expiresAt: accessUntil });
  if (refreshToken) {
    await db()
      .insert(oauthRefreshTokens)
      .values({ ...common, digest: sha256(refreshToken), expiresAt: refreshUntil });
  }
  await db()
    .update(oauthGrants)
    .set({ expiresAt: refreshToken ? refreshUntil : accessUntil })
    .where(eq(oauthGrants.id, grant.id));
  return {
    access_token: accessToken,
    token_type: "Bearer",
    expires_in: accessTokenSeconds,
    scope: scopes.join(" "),
    ...(refreshToken ? { refresh_token: refreshToken } : {}),
    ...(grant.merchantId ? { merchant_id: grant.merchantId } : {}),
  };
}
