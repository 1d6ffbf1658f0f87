import { z } from "zod";
import { marketplaceRoles } from "@/lib/kernel/actor";
import { text, textOrEmpty } from "@/lib/kernel/validation";
import { signInInput, typedCode } from "@/lib/parties/people/schema";
import { nairaTyped } from "@/lib/terms/typed-amounts";

export const loginBody = signInInput
  .extend({
    code: typedCode
      .nullish()
      .describe("Of the second factor, where one is set up: what the authenticator app shows, or a recovery code"),
    pass: z
      .string("Must be a string")
      .max(200, "Must be at most 200 characters")
      .nullish()
      .describe(
        "What the link in the mail about failed attempts carries as pass: lets a new place try without waiting for those of others",
      ),
  })
  .meta({ sample: { email: "owner@demo-market.example", password: "…" } });
export type LoginInput = z.output<typeof loginBody>;

export const loginAnswer = z.object({
  accessToken: z.string().describe("A bearer token for the dashboard's operations only"),
  tokenType: z.literal("Bearer"),
  expiresIn: z.int().describe("Seconds"),
  user: z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.enum(marketplaceRoles),
    marketplaceId: z.string(),
  }),
});
export type LoginAnswer = z.output<typeof loginAnswer>;

/** What staff type to correct a settlement; `correctionOf` makes a correction of it. */
export const correctionTyped = z.object({
  grossAmount: nairaTyped,
  totalDeductions: nairaTyped,
  netAmount: nairaTyped.min(1, "Must not be empty"),
  /** One a line. Absent: not to be corrected here. */
  deductionReferences: textOrEmpty(150_000).optional(),
  reason: text(500),
});
export type CorrectionTyped = z.output<typeof correctionTyped>;
