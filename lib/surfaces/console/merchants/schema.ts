import { z } from "zod";
import { environments } from "@/lib/kernel/actor";
import { email, foreignId, oneOf, phone, text } from "@/lib/kernel/validation";
import { connectionStatuses } from "@/lib/terms/connections";
import { publicKycStatuses } from "@/lib/terms/kyc/states";
import { businessTypes } from "@/lib/terms/merchants/business-kinds";
import { thirdPartyCustomerId } from "@/lib/terms/merchants/schema";

const details = {
  firstName: text(50).nullish(),
  lastName: text(50).nullish(),
  businessType: oneOf(businessTypes).nullish(),
  industry: text(100).nullish(),
  businessCategory: text(50).nullish(),
  externalReference: foreignId().nullish().describe("Stored on the connection"),
};

/** A merchant that an operator adds: which marketplace's it is, and what the marketplace itself would say of it. */
export const addMerchantBody = z
  .object({
    marketplaceId: text(255),
    environment: oneOf(environments),
    thirdPartyCustomerId,
    businessName: text(150),
    email,
    phoneNumber: phone,
    ...details,
  })
  .meta({
    sample: {
      marketplaceId: "mkt_01m82hrc1fakhffkrrj1st6mbf",
      environment: "test",
      thirdPartyCustomerId: "seller-1042",
      businessName: "Bodija Fabrics",
      email: "shop@bodija.example",
      phoneNumber: "+2348031234567",
    },
  });
export type AddMerchant = z.output<typeof addMerchantBody>;

/** What is left out, or null, stays as it is. */
export const changeMerchantBody = z
  .object({
    businessName: text(150).nullish(),
    email: email.nullish(),
    phoneNumber: phone.nullish(),
    ...details,
  })
  .meta({ sample: { phoneNumber: "+2348031234599" } });
export type ChangeMerchant = z.output<typeof changeMerchantBody>;

export const merchantFilters = {
  marketplaceId: text(255).optional().describe("Only those of this marketplace"),
  environment: oneOf(environments).optional().describe("Only those of this environment"),
  q: text(100).optional().describe("A part of the name or of the marketplace's id, or the whole of ours"),
  archived: z
    .enum(["true", "false"], "Must be true or false")
    .optional()
    .describe("true: only those that are archived, which are otherwise left out"),
};

export const merchantAnswer = z
  .object({
    id: z.string(),
    marketplaceId: z.string(),
    environment: z.enum(environments),
    thirdPartyCustomerId: z
      .string()
      .nullable()
      .describe("Null until the marketplace says which of its merchants it is"),
    businessName: z.string(),
    email: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    businessType: z.enum(businessTypes).nullable(),
    industry: z.string().nullable(),
    businessCategory: z.string().nullable(),
    externalReference: z.string().nullable(),
    connectionId: z.string(),
    connectionStatus: z.enum(connectionStatuses),
    kycStatus: z.enum(publicKycStatuses),
    createdAt: z.iso.datetime(),
    archivedAt: z.iso.datetime().nullable().describe("Since when lists leave it out"),
  })
  .meta({ id: "MerchantAnywhere" });
export type MerchantAnswer = z.output<typeof merchantAnswer>;

export const merchantPage = z.object({ data: z.array(merchantAnswer), hasMore: z.boolean() });
