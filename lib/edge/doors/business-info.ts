import type { Actor } from "@/lib/kernel/actor";
import { saveBusinessInfo } from "@/lib/merchants/kyc/save-business-info";
import { businessInfoBody, businessInfoSaved } from "@/lib/terms/kyc/schema";
import { atBackend, inAccount, inJourney, type KycChange } from "./kyc-change";

const change: KycChange<Actor, typeof businessInfoBody, undefined> = {
  done: "Saved",
  body: businessInfoBody,
  revision: "businessInfo",
  clears: ["business-info"],
  errors: saveBusinessInfo.errors,
  work: ({ call, body: input, basedOn }) => saveBusinessInfo({ ...call, input, basedOn }),
};

export const businessInfo = {
  backend: atBackend(change, {
    operationId: "saveBusinessInfo",
    summary: "Save business information",
    description:
      "Replaces the business information of the KYC record. Allowed while KYC is PENDING or REQUIRES_UPDATE.",
    answer: businessInfoSaved,
  }),
  journey: inJourney(change, {
    operationId: "saveJourneyBusinessInfo",
    summary: "Save business information in the journey",
    description: "Same as in the Marketplace API, on the same KYC record.",
  }),
  account: inAccount(change, {
    operationId: "saveAccountBusinessInfo",
    summary: "Save business information",
    description: "Replaces it whole: what is left out is empty afterwards.",
  }),
};
