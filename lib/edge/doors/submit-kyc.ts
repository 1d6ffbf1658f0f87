import type { Actor } from "@/lib/kernel/actor";
import { submitKyc } from "@/lib/merchants/kyc/submit-kyc";
import { emptyBody, kycAnswer } from "@/lib/terms/kyc/schema";
import { atBackend, inAccount, inJourney, type KycChange } from "./kyc-change";

const change: KycChange<Actor, typeof emptyBody, undefined> = {
  done: "Submitted",
  body: emptyBody,
  idempotent: true,
  clears: ["business-info", "directors"],
  errors: submitKyc.errors,
  work: ({ call }) => submitKyc(call),
};

const asBefore = "Same as in the Marketplace API. Submitting again while SUBMITTED changes nothing.";

export const kycSubmission = {
  backend: atBackend(change, {
    operationId: "submitKyc",
    summary: "Submit KYC",
    description:
      "Submits the KYC record for review and sends kyc.submitted. Needs business information, a director and a document that proves the business. Submitting again while SUBMITTED changes nothing.",
    answer: kycAnswer,
  }),
  journey: inJourney(change, {
    operationId: "submitJourneyKyc",
    summary: "Submit KYC in the journey",
    description: asBefore,
  }),
  account: inAccount(change, {
    operationId: "submitAccountKyc",
    summary: "Submit KYC for review",
    description: asBefore,
  }),
};
