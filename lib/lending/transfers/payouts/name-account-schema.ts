import { z } from "zod";
import { text } from "@/lib/kernel/validation";

export const holder = {
  holder: z.enum(["NAMED", "UNKNOWN"]).describe("UNKNOWN: the bank knows no such account"),
  accountName: text(150).optional().describe("As online banking shows it; required where it is NAMED"),
};
export type Holder = z.output<z.ZodObject<typeof holder>>;

export const accountToName = z
  .object({
    bankCode: z.string(),
    bankName: z.string(),
    accountNumber: z.string(),
    knownNames: z.array(z.string()).describe("Of the business and its directors"),
  })
  .meta({
    id: "AccountToName",
    sample: {
      bankCode: "058",
      bankName: "Guaranty Trust Bank",
      accountNumber: "0123456789",
      knownNames: ["Ada Foods", "Ada Obi"],
    },
  });
