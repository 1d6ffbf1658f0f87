import { z } from "zod";
import { marketplaceRoles } from "@/lib/kernel/actor";
import { maxAmount } from "@/lib/kernel/money";
import { text, textOrEmpty } from "@/lib/kernel/validation";
import { signInInput, typedCode } from "@/lib/parties/people/schema";

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

/** Naira as people type it: 98,500.00. Empty where there is no such figure yet. */
const nairaTyped = textOrEmpty(30)
  .regex(/^(\d[\d,]*(\.\d{1,2})?)?$/, "Must be an amount such as 98,500.00")
  .refine((typed) => Number(typed.replaceAll(",", "")) <= maxAmount, `Must be at most ${maxAmount}`);

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
