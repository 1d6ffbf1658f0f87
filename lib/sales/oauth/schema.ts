import { z } from "zod";
import { grantTypes, scopes } from "@/lib/terms/oauth";

const parameter = z.string().optional();

/** RFC 6749, section 4.1.1; RFC 7636, section 4.3. */
export const authorizationParameters = z.object({
  response_type: z.literal("code").describe("An authorization code is asked for"),
  client_id: z.string().describe("The OAuth client's id"),
  redirect_uri: z.string().describe("Exactly as registered"),
  scope: z.string().describe(`Any of ${scopes.join(" ")}`),
  state: z.string().optional().describe("Returned as it is. Check it: it ties the answer to the browser that asked"),
  code_challenge: z.string().describe("The base64url SHA-256 of the code verifier (RFC 7636)"),
  code_challenge_method: z.literal("S256").describe("How the challenge was made"),
});

/** Client credentials in the body (client_secret_post); most send them as HTTP Basic instead. */
const clientInBody = { client_id: parameter, client_secret: parameter };

/** What is required depends on the grant type; the verbs report what is missing. */
export const tokenRequest = z
  .object({
    grant_type: parameter.describe(`One of ${grantTypes.join(", ")}`),
    code: parameter,
    redirect_uri: parameter.describe("As in the authorization request"),
    code_verifier: parameter,
    refresh_token: parameter,
    scope: parameter.describe(`Any of ${scopes.join(" ")}`),
    ...clientInBody,
  })
  .meta({ sample: { grant_type: "client_credentials", scope: "data.share.sales" } });
export type TokenRequest = z.output<typeof tokenRequest>;

/** RFC 6749, section 5.1. */
export const tokenAnswer = z.object({
  access_token: z.string(),
  token_type: z.literal("Bearer"),
  expires_in: z.int().describe("Seconds"),
  scope: z.string(),
  refresh_token: z.string().optional(),
  merchant_id: z.string().optional().describe("The merchant that the token is bound to"),
});
export type TokenAnswer = z.output<typeof tokenAnswer>;

export const tokenBody = z
  .object({ token: parameter, token_type_hint: parameter, ...clientInBody })
  .meta({ id: "OAuthToken", sample: { token: "oat_…" } });
export type TokenBody = z.output<typeof tokenBody>;

/** RFC 7662, section 2.2. */
export const introspection = z.object({
  active: z.boolean(),
  scope: z.string().optional(),
  client_id: z.string().optional(),
  token_type: z.string().optional(),
  exp: z.int().optional(),
  iat: z.int().optional(),
  sub: z.string().optional().describe("The merchant, or the marketplace for its own token"),
  iss: z.string().optional(),
});
export type Introspection = z.output<typeof introspection>;

/** RFC 8414, section 2. */
export const serverMetadata = z.object({
  issuer: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  revocation_endpoint: z.url(),
  introspection_endpoint: z.url(),
  scopes_supported: z.array(z.string()),
  response_types_supported: z.array(z.string()),
  response_modes_supported: z.array(z.string()),
  grant_types_supported: z.array(z.string()),
  token_endpoint_auth_methods_supported: z.array(z.string()),
  revocation_endpoint_auth_methods_supported: z.array(z.string()),
  introspection_endpoint_auth_methods_supported: z.array(z.string()),
  code_challenge_methods_supported: z.array(z.string()),
  authorization_response_iss_parameter_supported: z.boolean(),
});
