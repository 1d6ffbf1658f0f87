import { z } from "zod";
import { environments } from "@/lib/kernel/actor";
import { moment } from "@/lib/kernel/answer-fields";
import { draftAnswer } from "@/lib/terms/drafts/schema";
import { businessInfoBody, kycProgress, publicDirector, publicDocument } from "@/lib/terms/kyc/schema";

const prefilled = z.boolean().describe("As the marketplace sent it; false once the merchant changed or added it");
const revision = z.int().min(0).describe("Higher after every change by anybody; 0: nothing was ever saved");

export const kycSession = z
  .object({
    now: moment.describe("Business time, which in the sandbox may be ahead of real time"),
    environment: z.enum(environments),
    marketplace: z.object({
      marketplaceId: z.string(),
      name: z.string(),
      logo: z.string().optional().describe("From its settings, where they have one; so is the colour"),
      primary: z.string().optional(),
    }),
    merchant: z.object({
      merchantId: z.string(),
      businessName: z.string().describe("As the merchant gave it last, else as its marketplace did"),
    }),
    kyc: kycProgress,
    business: z
      .object({
        values: businessInfoBody
          .partial()
          .describe("As stored, else what the marketplace gave when it created the merchant"),
        prefilled: z.array(z.string()).describe("Names of the fields that are still as the marketplace sent them"),
      })
      .meta({ id: "KycBusiness" }),
    directors: z.array(publicDirector.extend({ prefilled }).meta({ id: "KycDirector" })),
    documents: z.array(publicDocument.extend({ prefilled }).meta({ id: "KycDocument" })),
    revisions: z
      .object({ businessInfo: revision, directors: revision })
      .describe("Send one as If-Match when you save what you read, and you overwrite nobody")
      .meta({ id: "KycRevisions" }),
    drafts: z.array(draftAnswer).describe("What was typed and not yet saved"),
  })
  .meta({ id: "KycSession" });
export type KycSession = z.output<typeof kycSession>;
