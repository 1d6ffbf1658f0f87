import { z } from "zod";
import { grantTypes, scopes } from "./constants";

const parameter = z.string().optional();

/** Query of `GET /oauth/authorize` (RFC 6749, section 4.1.1; RFC 7636, section 4.3), as it should be. */
export const authorizationParameters = z.object({
  response_type: z.literal("code"),
  client_id: z.string(),
  redirect_uri: z.string().describe("Character by character as registered"),
  scope: z.string().describe(`Of ${scopes.join(" ")}`),
  state: z.string().optional(),
  code_challenge: z.string(),
  code_challenge_method: z.literal("S256"),
});

/** Client credentials in the body (client_secret_post); most send them as HTTP Basic instead. */
const clientInBody = { client_id: parameter, client_secret: parameter };

/** Body of `POST /oauth/token`. What must be there depends on the grant type; the verbs say what is missing. */
export const tokenRequest = z.object({
  grant_type: parameter.describe(`One of ${grantTypes.join(", ")}`),
  code: parameter,
  redirect_uri: parameter.describe("As in the authorization request"),
  code_verifier: parameter,
  refresh_token: parameter,
  scope: parameter.describe(`Of ${scopes.join(" ")}`),
  ...clientInBody,
});
export type TokenRequest = z.output<typeof tokenRequest>;

/** Answer of `POST /oauth/token` (RFC 6749, section 5.1). */
export const tokenAnswer = z.object({
  access_token: z.string(),
  token_type: z.literal("Bearer"),
  expires_in: z.int().describe("Seconds"),
  scope: z.string(),
  refresh_token: z.string().optional(),
  merchant_id: z.string().optional().describe("The merchant that the token is bound to"),
});
export type TokenAnswer = z.output<typeof tokenAnswer>;

/** Body of `POST /oauth/revoke` and of `POST /oauth/introspect`. */
export const tokenBody = z.object({ token: parameter, token_type_hint: parameter, ...clientInBody });
export type TokenBody = z.output<typeof tokenBody>;

/** Answer of `POST /oauth/introspect` (RFC 7662, section 2.2). */
export const introspection = z.object({
  active: z.boolean(),
  scope: z.string().optional(),
  client_id: z.string().optional(),
  token_type: z.string().optional(),
  exp: z.int().optional(),
  iat: z.int().optional(),
  sub: z.string().optional().describe("The merchant, or the marketplace where the token is its own"),
  iss: z.string().optional(),
});
export type Introspection = z.output<typeof introspection>;

/** Answer of `GET /.well-known/oauth-authorization-server` (RFC 8414, section 2). */
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
