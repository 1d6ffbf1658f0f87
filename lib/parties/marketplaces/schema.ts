import { z } from "zod";
import { cursorOf } from "@/lib/kernel/cursor";
import { bool, email, text, webUrl } from "@/lib/kernel/validation";
import { typedName } from "@/lib/parties/people/typed-name";
import { mostRecipients } from "@/lib/terms/marketplaces";

export const rotateApiSecretBody = z
  .object({
    immediate: bool.default(false).describe("End the previous secret now, not in 24 hours: for when it has leaked"),
  })
  .meta({ sample: { immediate: false } });

const previousValidUntil = z.iso.datetime().nullable().describe("Null when only this secret verifies");

export const apiSecretRotated = z.object({
  apiSecret: z.string().describe("Shown only once"),
  previousValidUntil,
});

/** The same for the dashboard: the document's schema of an operation is its own. */
export const apiSecretRenewed = z.object(apiSecretRotated.shape);

/** When a secret was used, in real time to the minute. */
export const secretUse = {
  rotatedAt: z.iso.datetime().describe("When this secret was made"),
  lastUsedAt: z.iso.datetime().nullable().describe("To the minute"),
  previousValidUntil: z.iso.datetime().nullable().describe("Null when the secret before this one no longer verifies"),
  previousLastUsedAt: z.iso.datetime().nullable().describe("When the secret before this one was last used"),
};

export const apiSecretFacts = z.object(secretUse);
export type ApiSecretFacts = z.output<typeof apiSecretFacts>;

const keyCursor = cursorOf("secretKey", "a secret key").optional();
export const secretKeyCursors = { startingAfter: keyCursor, endingBefore: keyCursor };
export const secretKeyPage = z.object(secretKeyCursors);

export const createSecretKeyBody = z
  .object({
    name: text(80)
      .nullish()
      .transform((name) => name ?? null)
      .describe("What the key is for; only you see it"),
  })
  .meta({ sample: { name: "Backend" } });
export type CreateSecretKey = z.output<typeof createSecretKeyBody>;

export const secretKeyAnswer = z
  .object({
    id: z.string(),
    name: z.string().nullable(),
    shown: z.string().describe("How the key begins and ends"),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable().describe("To the minute"),
    revokedAt: z.iso.datetime().nullable().describe("From then on no request with it is accepted"),
  })
  .meta({ id: "SecretKey" });
export type SecretKeyAnswer = z.output<typeof secretKeyAnswer>;

export const secretKeyCreated = secretKeyAnswer.extend({ secretKey: z.string().describe("Shown only once") });
export type SecretKeyCreated = z.output<typeof secretKeyCreated>;

export const secretKeyList = z.object({ data: z.array(secretKeyAnswer), hasMore: z.boolean() });
export type SecretKeyList = z.output<typeof secretKeyList>;

const recipients = (what: string) =>
  z
    .array(email, "Must be a list of e-mail addresses")
    .max(mostRecipients, `Must be at most ${mostRecipients} addresses`)
    .transform((all) => [...new Set(all.map((one) => one.toLowerCase()))])
    .describe(`Who of the team hears ${what}; where it is empty, the contact address`);

export const marketplaceSettingsBody = z
  .object({
    name: typedName.describe("As merchants read it, in the journey and in mails"),
    logo: webUrl
      .refine((url) => url.startsWith("https://"), "Must be an https address")
      .optional()
      .describe("An https address of a picture; left out: none"),
    primary: z
      .string("Must be a string")
      .trim()
      .toLowerCase()
      .regex(/^#[\da-f]{6}$/, "Must be a colour such as #0a7d4f")
      .optional()
      .describe(
        "The journey's colour where the page that embeds it gives none; made lighter or darker until it can be read",
      ),
    mailRecipients: z.object({
      webhook: recipients("that an endpoint was disabled"),
      goLive: recipients("what became of a request to go live"),
    }),
  })
  .meta({
    sample: {
      name: "Lagos Market",
      logo: "https://lagos.example/logo.svg",
      primary: "#6d28d9",
      mailRecipients: { webhook: ["developers@lagos.example"], goLive: [] },
    },
  });
export type MarketplaceSettings = z.output<typeof marketplaceSettingsBody>;

export const marketplaceSettings = z
  .object({
    name: z.string(),
    logo: z.string().nullable(),
    primary: z.string().nullable(),
    mailRecipients: z.object({ webhook: z.array(z.string()), goLive: z.array(z.string()) }),
    contactEmail: z.string().describe("The address that the marketplace was registered with"),
  })
  .meta({ id: "MarketplaceSettings" });
