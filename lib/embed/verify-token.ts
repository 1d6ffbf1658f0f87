import { errors, jwtVerify } from "jose";
import { z } from "zod";
import { type Environment, environments } from "@/lib/actor";
import type { RealTime } from "@/lib/clock";
import { env } from "@/lib/env";
import { CodedError } from "@/lib/errors";
import { embedAlgorithm, embedAudience } from "./constants";

/** What a genuine embed token says. */
export type EmbedClaims = { merchantId: string; marketplaceId: string; environment: Environment };

const claims = z.object({ sub: z.string(), marketplaceId: z.string(), environment: z.enum(environments) });

/**
 * The claims of an embed token: signed by us with the one algorithm, for the hosted journey, not expired.
 * @param realNow real time, to the second without leeway: it was issued by this very clock.
 * @throws CodedError TOKEN_EXPIRED for one that was genuine and is too old, UNAUTHENTICATED for anything else
 */
export async function verifyEmbedToken(token: string, realNow: RealTime): Promise<EmbedClaims> {
  try {
    const { payload } = await jwtVerify(token, env().tokenKey, {
      algorithms: [embedAlgorithm],
      issuer: env().baseUrl,
      audience: embedAudience,
      requiredClaims: ["sub", "iat", "exp", "jti"],
      currentDate: realNow,
    });
    const { sub, marketplaceId, environment } = claims.parse(payload);
    return { merchantId: sub, marketplaceId, environment };
  } catch (error) {
    if (error instanceof errors.JWTExpired) {
      throw new CodedError(
        "TOKEN_EXPIRED",
        "The embed token has expired. Mint a fresh one: it is good for 15 minutes.",
      );
    }
    throw new CodedError("UNAUTHENTICATED", "That is no embed token of this service.");
  }
}
