import { grantTypes } from "@/lib/terms/oauth";
import { authenticateClient, type ClientCall } from "./authenticate-client";
import { OAuthError } from "./error";
import { grantClientCredentials } from "./grant-client-credentials";
import { redeemCode } from "./redeem-code";
import { refresh } from "./refresh-tokens";
import type { TokenAnswer, TokenRequest } from "./schema";

const grants = {
  authorization_code: redeemCode,
  refresh_token: refresh,
  client_credentials: grantClientCredentials,
} as const;

/** The token endpoint (RFC 6749, section 3.2). @throws OAuthError */
export async function exchange({ authorization, input, realNow }: ClientCall<TokenRequest>): Promise<TokenAnswer> {
  const client = await authenticateClient({ authorization, input, realNow });
  if (!input.grant_type) throw new OAuthError("invalid_request", "grant_type is missing");
  const type = grantTypes.find((name) => name === input.grant_type);
  if (!type) throw new OAuthError("unsupported_grant_type", `grant_type must be one of ${grantTypes.join(", ")}`);
  return grants[type]({ client, input, realNow });
}
