import { z } from "zod";
import { environments } from "@/lib/actor";
import { connectionStatuses } from "@/lib/connections/states";
import { publicKycStatuses } from "@/lib/kyc/states";
import { phone } from "@/lib/validation";
import { phoneCodeLength } from "./constants";

/** A merchant that an account holds, as its owner sees it. */
const heldMerchantAnswer = z.object({
  merchantId: z.string().describe("For X-Merchant-Id"),
  businessName: z.string(),
  marketplace: z.object({ marketplaceId: z.string(), name: z.string() }),
  environment: z.enum(environments),
  connectionId: z.string(),
  connectionStatus: z.enum(connectionStatuses),
  kycStatus: z.enum(publicKycStatuses),
});

export const accountProfile = z.object({
  user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  merchants: z.array(heldMerchantAnswer),
});
export type AccountProfile = z.output<typeof accountProfile>;

export const askPhoneCodeInput = z.object({ phoneNumber: phone });
export type AskPhoneCodeInput = z.output<typeof askPhoneCodeInput>;

export const verifyPhoneCodeInput = z.object({
  phoneNumber: phone,
  code: z
    .string("Must be a string")
    .trim()
    .regex(new RegExp(`^\\d{${phoneCodeLength}}$`), `Must be the ${phoneCodeLength} digits of the message`),
});
export type VerifyPhoneCodeInput = z.output<typeof verifyPhoneCodeInput>;
