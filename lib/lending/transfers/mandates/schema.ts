import { z } from "zod";
import { moment } from "@/lib/kernel/answer-fields";
import { foreignId } from "@/lib/kernel/validation";

export const mandateRequested = z.object({
  status: z.enum(["PENDING", "ACTIVE"]),
  url: z
    .string()
    .nullable()
    .describe("The bank's page, valid once; null when there is nothing left to agree to, or no bank"),
  expiresAt: moment.nullable(),
  onPaper: z.boolean().optional().describe("True: the holder signs a form, which the lender's bank lodges"),
});

export const paperMandate = {
  bankReference: foreignId(64).describe("What the lender's bank knows the mandate by"),
};

/** A confirmed upload. */
export const signedFormBody = z
  .object({ fileKey: foreignId() })
  .meta({ id: "SignedMandateForm", sample: { fileKey: "fil_01m82hrnm40j3qknnbv41v1js0" } });

export const mandatesToEnd = z
  .object({
    data: z.array(
      z.object({
        mandateId: z.string(),
        bankReference: z.string(),
        lenderId: z.string(),
        lender: z.string(),
        loanId: z.string(),
        loanReference: z.string(),
        account: z.string().describe("The bank, and the end of the account's number"),
        endedAt: moment.describe("When it ended here: nothing is debited under it any more"),
      }),
    ),
  })
  .meta({
    sample: {
      data: [
        {
          mandateId: "mnd_1",
          bankReference: "NIBSS/DD/004711",
          lenderId: "lnd_1",
          lender: "Savannah Lending",
          loanId: "loan_1",
          loanReference: "LN-2026-ABCD1234",
          account: "Guaranty Trust Bank …6789",
          endedAt: "2026-11-27T09:30:00.000Z",
        },
      ],
    },
  });
