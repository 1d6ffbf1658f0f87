import { z } from "zod";
import { environments } from "@/lib/kernel/actor";
import { oneOf, text, textOrEmpty } from "@/lib/kernel/validation";

/** What the service uses of the metadata that an OAuth server publishes (RFC 8414). */
export type AuthorizationServer = {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  revocation_endpoint?: string;
  token_endpoint_auth_methods_supported?: string[];
  authorization_response_iss_parameter_supported?: boolean;
};

const mostScopes = 20;

/** RFC 6749, section 3.3. */
const scope = text(100).regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, "Must be a scope: printable ASCII without spaces");

/** What an address may be depends on the environment; the verb checks it. */
export const dataSourceBody = z
  .object({
    issuer: text(2048).describe("Of your OAuth server, to the letter as its metadata gives it (RFC 8414)"),
    clientId: text(255).describe("The service's own at your server"),
    clientSecret: text(1024)
      .nullish()
      .describe("Needed with a new source, issuer or client; left out, the one that is stored stays"),
    dataUrl: text(2048).describe("Answers the merchant data record of whoever the access token is of"),
    scopes: z
      .array(scope, "Must be a list of scopes")
      .max(mostScopes, `Must be at most ${mostScopes} scopes`)
      .nullish()
      .describe("What merchants are asked to allow. Add what your server wants for a refresh token"),
    description: textOrEmpty(500).nullish().describe("For merchants who look for you in the catalogue"),
  })
  .meta({
    sample: {
      issuer: "https://shop.example.com",
      clientId: "financing",
      clientSecret: "a long random text",
      dataUrl: "https://shop.example.com/api/sales",
      scopes: ["sales.read", "offline_access"],
      description: "Where Lagos sells.",
    },
  });
export type SaveDataSource = z.output<typeof dataSourceBody>;

export const dataSourceAnswer = z
  .object({
    issuer: z.string(),
    clientId: z.string(),
    dataUrl: z.string(),
    scopes: z.array(z.string()),
    description: z.string().nullable(),
    redirectUri: z.string().describe("What to register for the service's client at your server"),
    updatedAt: z.iso.datetime(),
    accesses: z
      .object({
        working: z.int(),
        failing: z.int().describe("The latest fetch brought nothing; tried again by itself"),
        revoked: z.int().describe("Your server takes the merchant's permission no longer"),
        lastPulledAt: z.iso.datetime().nullable(),
        lastFailure: z.string().nullable().describe("What was asked and what came, the latest time it went wrong"),
      })
      .describe("How fetching goes, over all merchants who have allowed it"),
  })
  .meta({ id: "DataSource" });
export type DataSource = z.output<typeof dataSourceAnswer>;

export const sourceChoice = z.object({
  marketplaceId: text(64),
  environment: oneOf(environments),
});
export type SourceChoice = z.output<typeof sourceChoice>;
