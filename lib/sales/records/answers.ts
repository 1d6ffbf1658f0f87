import { z } from "zod";

export const salesDataAccepted = z.object({
  accepted: z.boolean(),
  status: z.literal("processing"),
  merchantId: z.string(),
  thirdPartyCustomerId: z.string(),
  submittedAt: z.iso.datetime(),
});

export const recordAccepted = z.object({
  success: z.boolean(),
  message: z.string(),
  merchantId: z.string().describe("As submitted"),
  submissionId: z.string(),
  status: z.literal("processing"),
  submittedAt: z.iso.datetime(),
});
