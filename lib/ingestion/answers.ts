import { z } from "zod";

/** Answer of `POST /merchants/{ref}/sales-data`. */
export const salesDataAccepted = z.object({
  accepted: z.boolean(),
  status: z.literal("processing"),
  merchantId: z.string(),
  thirdPartyCustomerId: z.string(),
  submittedAt: z.iso.datetime(),
});
