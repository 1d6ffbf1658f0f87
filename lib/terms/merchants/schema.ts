import { z } from "zod";
import { email, foreignId, oneOf, phone, text } from "@/lib/kernel/validation";
import { businessTypes } from "./business-kinds";

/** A marketplace's own id of a merchant. Ours begin with `mer_`, so one path parameter can hold either. */
export const thirdPartyCustomerId = foreignId().refine(
  (value) => !value.startsWith("mer_"),
  "Must not begin with mer_, which is reserved for the service's own ids",
);

export const createMerchantBody = z
  .object({
    thirdPartyCustomerId,
    businessName: text(150),
    email,
    phoneNumber: phone,
    firstName: text(50).optional(),
    lastName: text(50).optional(),
    businessType: oneOf(businessTypes).optional(),
    industry: text(100).optional(),
    businessCategory: text(50).optional(),
    externalReference: foreignId().optional(),
  })
  .meta({
    sample: {
      thirdPartyCustomerId: "seller-1042",
      businessName: "Ada Foods",
      email: "owner@adafoods.example",
      phoneNumber: "+2348000000014",
      firstName: "Ada",
      lastName: "Obi",
    },
  });
export type CreateMerchant = z.output<typeof createMerchantBody>;

export const merchantCreated = z.object({
  merchantId: z.string(),
  connectionId: z.string(),
  thirdPartyCustomerId: z.string(),
  created: z.boolean(),
});
