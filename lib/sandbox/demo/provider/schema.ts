import { z } from "zod";
import { serverMetadata } from "@/lib/sales/oauth/schema";

/** RFC 8414, section 2: the demo marketplace introspects no tokens. */
export const demoServerMetadata = serverMetadata.omit({
  introspection_endpoint: true,
  introspection_endpoint_auth_methods_supported: true,
});

const parameter = z.string().optional();
const clientInBody = { client_id: parameter, client_secret: parameter };

/** What is required depends on the grant type; the verb reports what is missing. */
export const demoTokenRequest = z
  .object({
    grant_type: parameter.describe("authorization_code or refresh_token"),
    code: parameter,
    redirect_uri: parameter.describe("As in the authorization request"),
    code_verifier: parameter,
    refresh_token: parameter,
    ...clientInBody,
  })
  .meta({ sample: { grant_type: "refresh_token", refresh_token: "dmr_…" } });
export type DemoTokenRequest = z.output<typeof demoTokenRequest>;

/** RFC 6749, section 5.1. */
export const demoTokenAnswer = z.object({
  access_token: z.string(),
  token_type: z.literal("Bearer"),
  expires_in: z.int().describe("Seconds"),
  scope: z.string(),
  refresh_token: z.string().optional(),
});
export type DemoTokenAnswer = z.output<typeof demoTokenAnswer>;

/** A merchant data record; the service checks it like any other it is sent. */
export const sellerSales = z
  .looseObject({ merchantIdentity: z.looseObject({ merchantId: z.string(), businessName: z.string() }) })
  .describe("A merchant data record");
