import { z } from "zod";
import { text } from "@/lib/kernel/validation";
import { connectionStatuses, disconnectors } from "@/lib/terms/connections";

export const disconnectMerchantBody = z
  .object({
    reason: text(500).optional().describe("In words. The merchant sees it"),
  })
  .meta({ sample: { reason: "The shop has closed." } });
export type DisconnectMerchant = z.output<typeof disconnectMerchantBody>;

export const connectionAnswer = z.object({
  connectionId: z.string(),
  merchantId: z.string(),
  thirdPartyCustomerId: z.string().nullable(),
  connectionStatus: z.enum(connectionStatuses),
  disconnectedAt: z.iso.datetime().nullable(),
  disconnectedBy: z
    .enum(disconnectors)
    .nullable()
    .describe("Who ended it first: the merchant, the marketplace or the service"),
  runningLoans: z.array(z.string()).describe("Ids of loans that go on until they are repaid"),
});
export type ConnectionAnswer = z.output<typeof connectionAnswer>;
