import { z } from "zod";
import { text } from "@/lib/kernel/validation";
import { secretUse } from "@/lib/parties/marketplaces/schema";

const mostRedirectUris = 20;

/** What an address may be depends on the environment; the verb checks it. */
export const oauthCredentialsBody = z
  .object({
    redirectUris: z
      .array(text(2048), "Must be a list of addresses")
      .max(mostRedirectUris, `Must be at most ${mostRedirectUris} addresses`)
      .describe("Where merchants may be sent back to after their consent; compared character by character"),
  })
  .meta({ sample: { redirectUris: ["https://market.example/back"] } });

export const oauthCredentials = z.object({
  clientId: z.string(),
  redirectUris: z.array(z.string()),
  ...secretUse,
});
export type OAuthCredentials = z.output<typeof oauthCredentials>;

/** The secret is shown only when the client is first made. */
export const oauthClientRegistered = z.object({
  clientId: z.string(),
  redirectUris: z.array(z.string()),
  clientSecret: z.string().optional().describe("Only when the client was made by this call"),
});
export type OAuthClientRegistered = z.output<typeof oauthClientRegistered>;

export const clientSecretRegenerated = z.object({
  clientId: z.string(),
  clientSecret: z.string().describe("Shown only once"),
  previousValidUntil: z.iso.datetime().nullable().describe("Null when only this secret is taken"),
});
export type ClientSecretRegenerated = z.output<typeof clientSecretRegenerated>;
